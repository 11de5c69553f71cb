import BoxSupport
import Readings
import Settings
import TestSupport
import Testing

@testable import Outside

@Suite("A consent to what leaves the box")
struct ConsentTests {
  private func configuration(_ text: String) throws -> Configuration {
    try WrittenConfiguration().read(text)
  }

  private let channel = "outside: {channels: {x: {kind: webhook, url: \"https://a.example/\"}}"

  @Test func `is needed for a test message too`() throws {
    let settings = try configuration(channel + "}")
    let error = #expect(throws: LapwingError.self) { _ = try OutsideTrial(configuration: settings).run(channel: "x") }
    #expect(error?.code == "no-consent")
  }

  @Test(arguments: [
    "peer: {name: kitchen}", "circle: {invite: true}", "updates: {address: \"https://a.example/\"}",
    "air: {place: \"52.52,13.39\", sources: {file: {path: /f}}}",
  ])
  func `that a broker lacks keeps nothing else from running`(other: String) throws {
    let settings = try configuration("outside: {mqtt: {host: a}, \(other)}")
    try settings.refuseWithoutConsent()
    #expect(throws: LapwingError.self) { try settings.refuseBrokerWithoutConsent() }
    #expect(OutsideCheck(settings).faults.contains { $0.contains("consent.messages") })
  }

  @Test func `is needed for messages, and another for the circle`() throws {
    try configuration("profile: cabin").refuseWithoutConsent()
    let people = ", circle: {people: {anna: {channels: [x]}}}}"
    for (text, key) in [
      (channel + "}", "consent.messages"), ("outside: {mqtt: {host: a}}", "consent.messages"),
      ("consent: {circle: 2026-11-26}\n" + channel + people, "consent.messages"),
      ("consent: {messages: 2026-11-26}\n" + channel + people, "consent.circle"),
    ] {
      let settings = try configuration(text)
      let error = #expect(throws: LapwingError.self) { try settings.refuseWithoutConsent() }
      #expect(error?.code == "no-consent")
      #expect(error?.message.contains(key) == true)
    }
    try configuration("consent: {messages: 2026-11-26, circle: 2026-11-26}\n" + channel + people).refuseWithoutConsent()
  }
}
