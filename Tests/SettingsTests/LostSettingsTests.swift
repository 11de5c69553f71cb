import Alarms
import Engine
import Foundation
import Readings
import SensorProtocols
@testable import Settings
import System
import TestSupport
import Testing

@Suite struct `Settings after a loss of power` {
  private let folder: TemporaryFolder
  private var main: String { folder.file("main.yaml") }
  private var own: String { folder.file("own.yaml") }

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write("profile: bedside\nalarms: {heart-rate-low: {limit: 50}}\n", to: "main.yaml")
    _ = try folder.write(
      "alarms:\n  heart-rate-high:\n    limit: 115\n  co2-high:\n    limit: 2000\n", to: "own.yaml")
    try set("alarms.heart-rate-high.limit", "110")
  }

  private func set(_ key: String, _ value: String) throws {
    let known = try #require(Keys.all.first { $0.path == key })
    try ConfigurationEditor(path: main, own: own).set([(known, value)])
  }

  private func start() throws -> Configuration { try Configuration.atStart(path: main, own: own, profile: nil) }

  /// A box has run with these files.
  private func run() throws { for file in try start().files { try file.keep() } }

  private func cut(_ path: String, to count: Int) throws {
    let bytes = try FileBytes.read(path, mayWait: false)
    try Data(bytes.prefix(count < 0 ? bytes.count + count : count)).write(to: URL(fileURLWithPath: path))
  }

  @Test func `of the box's own end with a mark, which stays the last line`() throws {
    let text = String(decoding: try FileBytes.read(own, mayWait: false), as: UTF8.self)
    let mark = String(decoding: GoodCopy.endMark, as: UTF8.self)
    #expect(text.hasSuffix(mark))
    #expect(text.components(separatedBy: mark).count == 2)
  }

  @Test func `that are empty, cut off anywhere or full of zeros are those of the last good copy`() throws {
    try run()
    let whole = try FileBytes.read(own, mayWait: false)
    let parts = (0..<(whole.count - GoodCopy.endMark.count)).map { Array(whole[..<$0]) }
    for bytes in parts + [[UInt8](repeating: 0, count: whole.count), whole + [0, 0, 0]] {
      try Data(bytes).write(to: URL(fileURLWithPath: own))
      let found = try start()
      #expect(found.conditions[.heartRateHigh].limit == 110 && found.conditions[.co2High].limit == 2000)
      #expect(found.fileFaults.map(\.message).joined().contains("the last good copy of \(own) is in force"))
      #expect(throws: LapwingError.self) { try Configuration(path: main, own: own) }
    }
  }

  @Test func `of the first file that are empty, cut off, unreadable or wrong are those of its last good copy`() throws {
    try run()
    for text in ["", "\n", "profile: bedside\nalarms: {heart-rate-low: {limit: 5", "\0\0\0\0", "profile: bed\n"] {
      _ = try folder.write(text, to: "main.yaml")
      let found = try start()
      #expect(found.profile == .bedside && found.conditions[.heartRateLow].limit == 50)
      #expect(found.conditions[.heartRateHigh].limit == 110)
      #expect(found.fileFaults.first?.message.contains("the last good copy of \(main) is in force") == true)
    }
    try FileManager.default.removeItem(atPath: main)
    #expect(try start().profile == .bedside)
  }

  @Test func `that were never good keep the box from starting`() throws {
    _ = try folder.write("profile: bed\n", to: "main.yaml")
    #expect(throws: LapwingError.self) { try start() }
  }

  @Test func `that a person has written are good without a mark, also shorter ones`() throws {
    try run()
    for text in ["alarms: {heart-rate-high: {limit: 140}}\n", "# nothing\n"] {
      _ = try folder.write(text, to: "own.yaml")
      let found = try start()
      #expect(found.fileFaults.isEmpty)
      #expect(found.conditions[.heartRateHigh].limit == (text.hasPrefix("#") ? 130 : 140))
    }
    _ = try folder.write("profile: bedside\n", to: "main.yaml")
    #expect(try start().fileFaults.isEmpty, "the last lines were taken away")
    _ = try folder.write("alarms:\n  heart-rate-high:\n    limit: 115\n", to: "own.yaml")
    try set("alarms.heart-rate-high.limit", "120")
    try run()
    try cut(own, to: -GoodCopy.endMark.count)
    #expect(try start().fileFaults.isEmpty, "only the mark was taken away")
  }

  @Test func `that a person has deleted do not come back`() throws {
    try run()
    try FileManager.default.removeItem(atPath: own)
    let found = try start()
    #expect(found.conditions[.heartRateHigh].limit == 130 && found.fileFaults.isEmpty)
    #expect(found.missing == own)
    SettingsFile.forgetCopy(of: own)
    _ = try folder.write("", to: "own.yaml")
    #expect(try start().fileFaults.isEmpty)
  }

  @Test func `that the page changes then keep what was lost`() throws {
    try run()
    try cut(own, to: 10)
    try set("alarms.co2-high.limit", "2200")
    let found = try start()
    #expect(found.fileFaults.isEmpty)
    #expect(found.conditions[.heartRateHigh].limit == 110 && found.conditions[.co2High].limit == 2200)
  }

  @Test func `a copy that is damaged itself does not count`() throws {
    try run()
    try cut(own + ".good", to: -1)
    _ = try folder.write("", to: "own.yaml")
    #expect(try start().conditions[.heartRateHigh].limit == 130)
  }

  @Test func `that are empty beside an empty copy are no first start`() throws {
    try run()
    _ = try folder.write("", to: "main.yaml")
    _ = try folder.write("", to: "main.yaml.good")
    let error = #expect(throws: LapwingError.self) { try start() }
    #expect(error?.status == .configuration)
    #expect(error?.message.contains("its last good copy \(main).good is damaged") == true)
    try FileManager.default.removeItem(atPath: main + ".good")
    #expect(try start().fileFaults.isEmpty, "an empty file that a person wants")
  }

  @Test func `the list of sensors that is empty or cut off is that of its last good copy`() throws {
    let path = folder.file("adopted.json"), file = AdoptionFile(path: path)
    let address = try #require(DeviceAddress("C0:FF:EE:00:00:02"))
    try file.write(
      AdoptionList(sensors: [
        AdoptedSensor(address: address, model: .unknown, name: "freezer", person: nil, way: .person)
      ]))
    let whole = try FileBytes.read(path, mayWait: false)
    for count in 0..<(whole.count - 2) {
      try Data(whole[..<count]).write(to: URL(fileURLWithPath: path))
      let found = try file.recovered
      #expect(found.content.sensors.map(\.name) == ["freezer"])
      #expect(found.fault?.message.contains("last good copy") == true)
    }
    try FileManager.default.removeItem(atPath: path)
    #expect(try file.read().sensors.isEmpty)
    file.keepCopy()
    _ = try folder.write("", to: "adopted.json")
    #expect(throws: LapwingError.self) { try file.read() }
  }
}

@Suite struct `Limits that are weaker than in the run before` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func limits(_ text: String) throws -> WatchedLimits {
    WatchedLimits(try Configuration(path: folder.write(text, to: "lapwing.yaml"), profile: nil))
  }

  private func weaker(_ now: String, than before: String) throws -> [String] {
    try limits("profile: bedside\n" + now).weaker(than: limits("profile: bedside\n" + before))
  }

  @Test func `are named, each with what it was`() throws {
    #expect(
      try weaker("", than: "alarms: {heart-rate-high: {limit: 110}}")
        == ["heart-rate-high is 130 bpm, and was 110 bpm in the run before"])
    #expect(
      try weaker("alarms: {heart-rate-low: {limit: 40}}", than: "")
        == ["heart-rate-low is 40 bpm, and was 45 bpm in the run before"])
    #expect(
      try weaker("alarms: {co2-high: {enabled: false}}", than: "")
        == ["co2-high is switched off, and was on in the run before"])
  }

  @Test func `are none if they are as strict or stricter`() throws {
    #expect(try weaker("", than: "") == [])
    #expect(try weaker("alarms: {heart-rate-high: {limit: 110}, heart-rate-low: {limit: 50}}", than: "") == [])
    #expect(try weaker("", than: "alarms: {co2-high: {enabled: false}}") == [])
  }

  @Test func `are those of a person who is lost, by day and by night`() throws {
    let anna = "persons: {Anna: {heart-rate-high: 110, night: {from: \"22:00\", to: \"07:00\", heart-rate-high: 100}}}"
    #expect(
      try weaker("", than: anna) == [
        "heart-rate-high of Anna is 130 bpm, and was 110 bpm in the run before",
        "heart-rate-high of Anna by night is 130 bpm, and was 100 bpm in the run before",
      ])
    #expect(try weaker(anna, than: "") == [])
    #expect(try weaker("persons: {Anna: {heart-rate-high: 150}}", than: "").count == 1)
  }

  @Test func `are those of a night that is shorter, and a longer delay of the oxygen`() throws {
    func anna(_ from: String, _ to: String, _ more: String = "") -> String {
      "persons: {Anna: {\(more)night: {from: \"\(from)\", to: \"\(to)\", heart-rate-high: 95}}}"
    }
    #expect(
      try weaker(anna("22:00", "22:30"), than: anna("22:00", "07:00"))
        == ["heart-rate-high of Anna by night is 130 bpm, and was 95 bpm in the run before"])
    #expect(try weaker(anna("21:00", "08:00"), than: anna("22:00", "07:00")) == [])
    #expect(
      try weaker(anna("22:00", "07:00", "oxygen-delay: 30, "), than: anna("22:00", "07:00"))
        == ["low oxygen of Anna waits 30 s, and waited 10 s in the run before"])
  }

  @Test func `are those of a sensor that is no person's any more`() throws {
    func anna(_ address: String) -> String { "persons: {Anna: {sensors: [\"\(address)\"], heart-rate-high: 100}}" }
    #expect(
      try weaker(anna("C1:11:11:11:11:11"), than: anna("C0:11:11:11:11:11"))
        == ["the sensor C0:11:11:11:11:11 is no person's, and was Anna's in the run before"])
    #expect(
      try weaker(anna("C0:11:11:11:11:11").replacing("Anna", with: "Ben"), than: anna("C0:11:11:11:11:11")).count == 1)
  }

  @Test func `are those of a sensor that is lost`() throws {
    let freezer = "sensors: {own: {\"C2:DB:C0:DC:E4:56\": {temperature-high: 20}}}"
    #expect(
      try weaker("", than: freezer)
        == ["temperature-high at C2:DB:C0:DC:E4:56 is 35 °C, and was 20 °C in the run before"])
  }

  @Test func `are bounds that come later`() throws {
    #expect(try weaker("alarms: {heart-rate: {bounds: 10/20, unproved: 30/60}}", than: "").count == 2)
  }

  @Test(arguments: [false, true])
  func `are told by the last good copy where the file of limits is lost`(isDeleted: Bool) throws {
    let record = LimitsRecord(besideLogbook: folder.file("lapwing.db"))
    let text = "profile: bedside\nalarms: {co2-high: {limit: 2000}}\n"
    let path = try folder.write(text, to: "lapwing.yaml")
    let before = try Configuration(path: path, profile: nil)
    #expect(record.weakened(in: before).isEmpty, "a first start")
    try record.write(WatchedLimits(before))
    for file in before.files { try file.keep() }
    #expect(record.weakened(in: before).isEmpty)
    _ = try folder.write("profile: bedside\n", to: "lapwing.yaml")
    let now = try Configuration(path: path, profile: nil)
    #expect(record.weakened(in: now) == ["co2-high is 2500 ppm, and was 2000 ppm in the run before"])
    if isDeleted {
      try FileManager.default.removeItem(atPath: record.path)
    } else {
      _ = try folder.write("\0\0\0\0", to: "lapwing-limits.json")
    }
    let told = record.weakened(in: now)
    #expect(told.count == 2 && told.first?.contains("the limits of the run before are lost") == true)
    #expect(told.last == "co2-high is 2500 ppm, and was 2000 ppm in the run before")
  }

  @Test func `are known to the next start`() throws {
    let record = LimitsRecord(besideLogbook: folder.file("lapwing.db"))
    #expect(record.read() == nil)
    let strict = try limits("alarms: {co2-high: {limit: 2000}}")
    try record.write(strict)
    #expect(record.read() == strict)
  }
}
