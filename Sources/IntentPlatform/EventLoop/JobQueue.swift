/// Jobs that are ready to run, the oldest first.
struct JobQueue: ~Copyable {
  private var jobs = UnsafeMutablePointer<UnownedJob>.allocate(capacity: 16)
  private var capacity = 16
  private var first = 0
  private var end = 0

  deinit { jobs.deallocate() }

  mutating func append(_ job: UnownedJob) {
    if end == capacity {
      let larger = UnsafeMutablePointer<UnownedJob>.allocate(capacity: capacity * 2)
      larger.moveInitialize(from: jobs + first, count: end - first)
      jobs.deallocate()
      jobs = larger
      capacity *= 2
      end -= first
      first = 0
    }
    (jobs + end).initialize(to: job)
    end += 1
  }

  mutating func next() -> UnownedJob? {
    guard first < end else { return nil }
    let job = (jobs + first).move()
    first += 1
    if first == end {
      first = 0
      end = 0
    }
    return job
  }
}
