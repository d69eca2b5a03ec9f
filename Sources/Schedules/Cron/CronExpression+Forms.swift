extension CronExpression {
  /// The five fields: numbers, and as it was written what begins with `*`, which means more than its numbers.
  package var fields: String {
    [minutes, hours, days, months, weekdays].map { field in
      field.isStar ? field.text : Self.list(field.numbers)
    }.joined(separator: " ")
  }

  package var minuteNumbers: [Int] { minutes.numbers }

  /// The same as calendars of systemd.time(7), without a zone; two where either day will do.
  package var calendars: [String] {
    let time = "\(Self.list(hours, of: 24)):\(Self.list(minutes, of: 60)):00"
    let month = Self.list(months, of: 12)
    let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let weekday =
      weekdays.numbers.count == 7 ? "" : weekdays.numbers.map { names[$0] }.joined(separator: ",") + " "
    if needsBothDays { return ["\(weekday)*-\(month)-\(Self.list(days, of: 31)) \(time)"] }
    return ["*-\(month)-\(Self.list(days, of: 31)) \(time)", "\(weekday)*-\(month)-* \(time)"]
  }

  private static func list(_ field: Field, of all: Int) -> String {
    field.numbers.count == all ? "*" : list(field.numbers)
  }

  private static func list(_ numbers: [Int]) -> String { numbers.map { String($0) }.joined(separator: ",") }
}
