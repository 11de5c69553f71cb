import ArgumentParser
import Status
import System
import WeightBalance

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
    do {
      let node = try JSONNode.parse(line)
      var answer: JSONObject = ["id": id(node["id"])]
      do {
        answer.add("result", result(try Question(node).answer()))
      } catch {
        answer.add("error", "line \(number): \(error.message)")
      }
      return answer.text
    } catch {
      return (["id": id(nil), "error": "line \(number): \(error.message)"] as JSONObject).text
    }
  }

  private static func result(_ answer: Answer) -> JSONObject {
    JSONObject(
      answer.fields.map { key, value in
        switch value {
        case .number(let text): (key, Double(text) ?? .nan)
        case .truth(let truth): (key, truth)
        case .text(let text): (key, text)
        }
      })
  }

  /// An id unchanged if it is a text or a number, otherwise null.
  private static func id(_ id: JSONNode?) -> JSONObject.Member {
    switch id?.kind {
    case .string(let text): text
    case .number(let text): Double(text) ?? .nan
    default: JSONObject.orNull(nil)
    }
  }
}
