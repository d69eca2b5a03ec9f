internal import IntentCore

/// Does the work for each at the same time; answers in the order of the items, or with the first failure among them.
func sideBySide<Item: Sendable, Answer: Sendable>(
  _ items: [Item], _ work: @escaping @Sendable (Item) async -> Result<Answer, Failure>
) async throws(Failure) -> [Answer] {
  let answers = await withTaskGroup(of: (Int, Result<Answer, Failure>).self) { group in
    for (index, item) in items.enumerated() { group.addTask { (index, await work(item)) } }
    var answers = [Result<Answer, Failure>?](repeating: nil, count: items.count)
    for await (index, answer) in group { answers[index] = answer }
    return answers
  }
  var values: [Answer] = []
  for case let answer? in answers { values.append(try answer.get()) }
  return values
}
