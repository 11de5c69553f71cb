import AirQuality
import Readings
import Settings
import TestSupport
import Testing
import Web

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `The page of the air outdoors` {
  private static let settings = """
    outside:
      air: {place: "52.516667,13.388889", record: RECORD, sources: {sensor-community: {consent: 2026-12-01}, open-meteo: {}}}
    """

  private let folder: TemporaryFolder
  private let bench: PanelBench

  init() throws {
    folder = try TemporaryFolder()
    bench = try PanelBench(Self.settings.replacing("RECORD", with: folder.file("air.json")))
    bench.answer()
  }

  private func write(age: Int64 = 600, pm25: Double = 12, name: String = "Mitte", fault: String? = nil) throws {
    let now = bench.now / 1000
    var record = AirRecord(place: try #require(Place(latitude: 52.52, longitude: 13.39)))
    record.receive(
      [
        AirRecord.Station(
          id: "1", name: name, latitude: 52.53, longitude: 13.4, pm25: pm25, at: now - age, source: .sensorCommunity)
      ], from: .sensorCommunity)
    record.sky = AirRecord.Sky(at: now - age, depth: 0.12)
    var state = AirRecord.SourceState(.sensorCommunity)
    (state.asked, state.answered, state.fault, state.leftOut) = (now, now - age, fault, 2)
    record.set(state)
    if let past = AirPicture(record, at: now).past { record.add(past) }
    try AirRecordFile(path: folder.file("air.json")).write(record)
  }

  private func page(_ fields: [String] = []) async throws -> String {
    try await bench.ask("GET", "/outside", fields).body
  }

  @Test func `shows the estimate with band and class, and leads from each number to its source and licence`()
    async throws
  {
    try write()
    let page = try await page()
    #expect(page.contains("95 %: ") && page.contains("US AQI ") && page.contains("step 2 of 6"))
    #expect(page.contains("<span class=\"badge air-2\">Moderate</span>"))
    // One tap from a station to its source, and one from there to the terms.
    #expect(page.contains("href=\"#source-sensor-community\"") && page.contains("id=\"source-sensor-community\""))
    #expect(page.contains("ODbL 1.0") && page.contains("href=\"https://sensor.community\""))
    #expect(page.contains("href=\"#source-open-meteo\"") && page.contains("Model with satellite data"))
    #expect(page.contains("2 values that cannot be true were left out"))
    #expect(page.contains("not asked, since there is no consent"))
    #expect(page.contains("Gets: the place, to 0.01° (1 km)") && !page.contains("52.516667"))
  }

  @Test func `is Korean for those who read it`() async throws {
    try write()
    let page = try await page(["Accept-Language: ko"])
    #expect(page.contains("바깥 공기") && page.contains("6단계 중 2단계") && page.contains("위성 자료를 쓰는 모델"))
    #expect(!page.contains("Stations around"))
  }

  @Test func `says that old data is the last known`() async throws {
    try write(age: 30 * 3600)
    let page = try await page()
    #expect(page.contains("Last known data") && page.contains("30 h"))
  }

  @Test func `shows the names of strangers as text`() async throws {
    try write(name: "<script>alert(1)</script>", fault: "<b>no</b>")
    let page = try await page()
    #expect(!page.contains("<script>alert") && page.contains("&lt;script&gt;") && page.contains("&lt;b&gt;no"))
  }

  @Test func `says so while no source has answered, and if nothing is configured`() async throws {
    #expect(try await page().contains("No source has answered yet."))
    let other = try PanelBench()
    other.answer()
    #expect(try await other.ask("GET", "/outside").body.contains("Nothing is configured for the air outside."))
    #expect(try await !other.ask("GET", "/").body.contains("h-outside"))
  }

  @Test func `has a card on the page of now, and a line at the foot`() async throws {
    try write()
    let now = try await bench.ask("GET", "/").body
    #expect(now.contains("h-outside") && now.contains("PM2.5 ") && now.contains("href=\"/outside\""))
  }

  @Test func `says on the page of now too that data is old, and shows none of another place`() async throws {
    try write(age: 30 * 3600)
    #expect(try await bench.ask("GET", "/").body.contains("last known data"))
    let file = AirRecordFile(path: folder.file("air.json"))
    var elsewhere = try #require(try file.read())
    elsewhere.latitude = 40
    try file.write(elsewhere)
    let other = try PanelBench(Self.settings.replacing("RECORD", with: file.path))
    other.answer()
    #expect(try await other.ask("GET", "/outside").body.contains("No source has answered yet."))
  }

  @Test func `is for those who may look`() async throws {
    try write()
    #expect(try await bench.ask("GET", "/outside", [PanelBench.fromAfar]).status == 303)
  }
}
