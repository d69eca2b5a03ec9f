package import IntentCore

extension SQLiteStore {
  package func calls(limit: Int) throws(Failure) -> [PastCall] {
    try reading(.journal, missing: []) { database throws(Failure) in
      let rows = try database.prepare(
        """
        SELECT run,at,ended,boot||' '||pid,intent,path,parameters,state='finished' AND status=0 \
        AND source NOT IN('timer','automation') AND parameters<>'null' FROM runs \
        WHERE run>(SELECT max(run) FROM runs)-? AND path<>'' AND state<>'denied' ORDER BY run
        """, limit)
      var calls: [PastCall] = []
      // What a process runs while a run of its own is under way is a step of that.
      var ends: [String: Int] = [:]
      while try rows.step() {
        let (at, end) = (rows.integer(1), rows.isNull(2) ? Int.max : rows.integer(2))
        let process = rows.text(3)
        if let outer = ends[process], at < outer, end <= outer { continue }
        ends[process] = end
        calls.append(
          PastCall(
            run: rows.integer(0), at: WallTime(microseconds: at), intent: rows.text(4), path: rows.text(5),
            parameters: rows.text(6), isDonation: rows.integer(7) == 1))
      }
      return calls.reversed()
    }
  }
}
