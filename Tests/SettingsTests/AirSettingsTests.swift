import AirQuality
import BoxSupport
import Readings
import Testing

@testable import Settings

@Suite struct `The air outdoors in the configuration` {
  private let files: WrittenConfiguration

  init() throws { files = try WrittenConfiguration() }

  private func text(_ sources: String, place: String = "52.516667,13.388889") -> String {
    "outside:\n  air:\n    place: \(place)\n    sources: \(sources)\n"
  }

  @Test func `has a place and sources, each with its consent`() throws {
    let configuration = try files.read(
      text("{openaq: {consent: 2026-12-01, key-file: /k}, sensor-community: {}, file: {path: /f}}"))
    let air = try #require(configuration.air)
    #expect(air.place == Place(latitude: 52.516667, longitude: 13.388889) && air.index.name == "us")
    #expect(air.sources.map(\.source) == [.openAQ, .sensorCommunity, .file])
    #expect(air.sources.map(\.hasConsent) == [true, false, true])
    #expect("\(air.sources[0])" == "openaq: {consent: 2026-12-01, key-file: /k}")
  }

  @Test func `has a server without TLS only if it says so`() throws {
    let air = try files.read(text("{airnow: {url: \"http://x/\", plain: true}}")).air
    #expect("\(try #require(air).sources[0])" == "airnow: {url: http://x/, plain: true}")
  }

  @Test func `is off without a place or a source`() throws {
    #expect(try files.read("").air == nil)
    #expect(try files.read(text("none")).air == nil)
    #expect(try files.read(text("{file: {path: /f}}", place: "none")).air == nil)
  }

  @Test(arguments: [
    ("{fax: {}}", "a source is one of own, file, openaq"), ("{openaq: {consent: 2026-12-01}}", "needs key-file"),
    ("{file: {}}", "needs path"), ("{waqi: {key-file: /k, path: /f}}", "unknown key outside.air.sources.waqi.path"),
    ("{airnow: {consent: yes}}", "a date such as"), ("{airnow: {url: ftp://x}}", "https://host/path"),
    ("{airnow: {url: \"https://x/?token=1\"}}", "without a question mark"),
    ("{airnow: {url: \"http://x/\"}}", "url is not secure; write https://, or plain: true"),
    ("{airnow: {url: \"http://x/\", plain: maybe}}", "true or false"),
    ("{own: {sensor: roof}}", "the address of a sensor"),
  ]) func `is refused with the reason`(sources: String, reason: String) throws {
    let refusal = try #require(files.refusal(of: text(sources)))
    #expect(refusal.message.contains(reason), "\(refusal.message)")
    #expect(refusal.message.hasPrefix("FILE:4"))
  }

  @Test(arguments: ["0,0", "91,0", "10", "10,20,30", "10;20", "1e1,20", "nan,20", "10,181"])
  func `refuses a place that is none`(place: String) throws {
    let refusal = try #require(files.refusal(of: text("none", place: "\"\(place)\"")))
    #expect(refusal.message.contains("a latitude and a longitude such as 37.57,126.98"))
  }
}
