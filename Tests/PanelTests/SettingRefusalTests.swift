import Foundation
import Testing
import Web

@testable import Panel

/// The box names a line of the text that it would have written, which no person sees.
@Suite(.timeLimit(.minutes(20))) struct `A value that the page of settings does not keep` {
  private func refusal(
    _ key: String, _ value: String, path: String = "/settings", _ language: String = "en", after: String? = nil
  ) async throws -> String {
    let bench = try PanelBench()
    if let after { _ = try await bench.ask("POST", "/settings", body: after) }
    let answer = try await bench.ask(
      "POST", path, ["Cookie: \(Cookies.language)=\(language)"], body: "\(key)=\(FormFields.encoded(value))")
    #expect(answer.status == 422)
    let start = path == "/settings" ? "id=\"fault-\(key)\">" : "id=\"fault\">"
    return answer.body.components(separatedBy: start).last?.components(separatedBy: "</p>").first ?? ""
  }

  @Test(arguments: ["/settings", "/start/limits"])
  func `is named as its field is, with what is allowed`(path: String) async throws {
    let english = try await refusal("alarms.co2-high.limit", "lots", path: path)
    #expect(english.contains("limit (ppm) is “lots”; allowed is a number from 450 to 10000 ppm."), "\(english)")
    let korean = try await refusal("alarms.co2-high.limit", "lots", path: path, "ko")
    #expect(korean.contains("한계 (ppm): “lots”") && korean.contains("450–10000 ppm"), "\(korean)")
    for sentence in [english, korean] {
      #expect(!sentence.contains("lapwing.yaml") && !sentence.contains("alarms.co2-high"), "\(sentence)")
    }
  }

  @Test func `is said to be between those of its neighbours`() async throws {
    let sentence = try await refusal("alarms.co2-medium.limit", "9000")
    #expect(sentence.contains("limit (ppm) is “9000”; allowed is what is above “"), "\(sentence)")
    #expect(sentence.contains("limit (ppm)” and below “") && !sentence.contains("lapwing.yaml"), "\(sentence)")
  }

  @Test func `is a time that is shorter for a rate that is not proved`() async throws {
    let sentence = try await refusal(
      "alarms.heart-rate.unproved", "5/10", after: "alarms.heart-rate.bounds=15/30")
    #expect(sentence.contains("may not be shorter than") && !sentence.contains("lapwing.yaml"), "\(sentence)")
  }

  @Test func `keeps the sentence of the box if the value is not what is wrong`() async throws {
    let bench = try PanelBench()
    _ = try await bench.ask("POST", "/settings", body: "alarms.co2-high.limit=3000")
    let answer = try await bench.ask(
      "POST", "/settings", body: "alarms.co2-high.limit=2700&was%3Aalarms.co2-high.limit=2500")
    #expect(answer.body.contains("someone has set this to 3000"), "\(answer.body)")
  }
}
