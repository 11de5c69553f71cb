import ArgumentParser
import Status
import System
import WeightBalance

/// `lapwing balance ask`: answers questions from standard input, one JSON object per line.
struct BalanceAsk: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ask",
    abstract: "Answers weight-and-balance questions.",
    discussion: """
      Reads one JSON object per line from standard input, {"id", "kind", "units", "inputs"}, and writes one per line, \
      {"id", "result"}, in the same order. A question that has no answer gives {"id", "error"}; the others go on.

      Kinds: \(Question.Kind.allCases.map(\.rawValue).joined(separator: ", ")).

      {"id": 1, "kind": "shift", "units": "lb,in", "inputs": {"totalWeight": 8000, "cg": 77, "weight": 100, "from": 30, \
      "to": 150}} gives {"id": 1, "result": {"cgShift": 1.5, "newCG": 78.5}}.
      """)

  func run() throws {
    var number = 0
    while let line = readLine() {
      number += 1
      if line.allSatisfy(\.isWhitespace) { continue }
      try Output.standard.line(Self.answer(to: line, number: number))
    }
  }

  private static func answer(to line: String, number: Int) -> String {
    var answer = JSONLine()
    do {
      let node = try JSONNode.parse(line)
      answer.add("id", node["id"])
      answer.add("result", JSONLine(try Question(node).answer()))
    } catch {
      if answer.text == "{}" { answer.add("id", nil as JSONNode?) }
      answer.add("error", "line \(number): \(error.message)")
    }
    return answer.text
  }
}

extension JSONLine {
  /// The fields of an answer.
  fileprivate init(_ answer: Answer) {
    self.init()
    for (key, value) in answer.fields {
      switch value {
      case .number(let text): add(key, Double(text) ?? .nan)
      case .truth(let truth): add(key, truth)
      case .text(let text): add(key, text)
      }
    }
  }

  /// Adds an id unchanged if it is a text or a number, otherwise null.
  fileprivate mutating func add(_ key: String, _ id: JSONNode?) {
    switch id?.kind {
    case .string(let text): add(key, text)
    case .number(let text): add(key, Double(text) ?? .nan)
    default: add(key, Double.nan)
    }
  }
}
