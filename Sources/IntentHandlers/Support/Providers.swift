/// The providers that handlers drive; the first of each is the one that is meant.
enum Providers {
  static var lock: any LockProvider { DemoLock() }
  static var locks: [any LockProvider] { [lock] }
}
