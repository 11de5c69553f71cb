import BoxSupport
import Engine
import Foundation
import Readings
import SensorProtocols
import Settings
import System
import TestSupport
import Testing
@testable import Appliance

@Suite struct `The file of adopted sensors` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var file: AdoptionFile { AdoptionFile(path: folder.file("adopted.json")) }
  private let sensors = [
    AdoptedSensor(
      address: .sampleStrap, model: .heartRateService, name: "left strap", person: "Ada", way: .person,
      hasMeasured: true),
    AdoptedSensor(address: .sampleAranet4, way: .itself),
  ]

  private var list: AdoptionList { AdoptionList(sensors: sensors, forgotten: [.otherAranet4]) }

  @Test func `gives back what was written, and nothing where it is not there`() throws {
    #expect(try file.read() == AdoptionList())
    try file.write(list)
    #expect(try file.read() == list)
    #expect(!FileManager.default.fileExists(atPath: folder.file("adopted.json.new")))
  }

  @Test func `is read by its owner and by the group of the box alone`() throws {
    try file.write(list)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("adopted.json"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test func `may be written by hand`() throws {
    _ = try folder.write(#"{"adopted": [{"address": "C2:DB:C0:DC:E4:55", "name": "desk"}]}"#, to: "adopted.json")
    #expect(try file.read().sensors == [AdoptedSensor(address: .sampleAranet4, name: "desk", way: .person)])
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"adopted": [{"address": "here"}]}"#, #"{"adopted": [{"name": "desk"}]}"#,
    #"{"adopted": [], "forgotten": ["here"]}"#,
  ])
  func `that is damaged is reported in a sentence`(text: String) throws {
    let path = try folder.write(text, to: "adopted.json")
    let error = #expect(throws: LapwingError.self) { try file.read() }
    #expect(error?.status == .badData)
    #expect(error?.message.hasPrefix("\(path): ") == true)
  }

  private func writer(of file: AdoptionFile, isDamaged: Bool, _ inward: BoundedRing<LoopInput>) -> StoredLists {
    let bonds = BondFile(path: folder.file("bonds.json")), clock = MonotonicClock()
    return StoredLists(
      adopted: KeptFile(
        isDamaged: isDamaged, inward: inward, clock: clock, store: file.write, setAside: file.setAside),
      bonds: KeptFile(isDamaged: false, inward: inward, clock: clock, store: bonds.write, setAside: bonds.setAside),
      codes: PageCodeMaker(
        read: { () throws(LapwingError) in throw LapwingError(.usage, code: "unused", "no code is made here") },
        inward: Inbox(inward)))
  }

  @Test func `that is damaged is kept beside the new one`() throws {
    _ = try folder.write("damaged", to: "adopted.json")
    let keeper = writer(of: file, isDamaged: true, try BoundedRing(capacity: 4))
    keeper.receive([])
    #expect(try String(contentsOfFile: folder.file("adopted.json"), encoding: .utf8) == "damaged")
    keeper.receive([TimedOutput(instant: .start, record: .adoptions(list))])
    #expect(try file.read() == list)
    #expect(try String(contentsOfFile: folder.file("adopted.json.damaged"), encoding: .utf8) == "damaged")
  }

  @Test func `that cannot be written is reported once`() throws {
    let inward = try BoundedRing<LoopInput>(capacity: 8)
    _ = try folder.write("a file", to: "no-folder")
    let keeper = writer(
      of: AdoptionFile(path: folder.file("no-folder/adopted.json")), isDamaged: false, inward)
    keeper.receive([TimedOutput(instant: .start, record: .adoptions(list))])
    keeper.receive([TimedOutput(instant: .start, record: .adoptions(list))])
    var notes: [String] = []
    while let record = inward.pop() { if case .note(let text) = record { notes.append(text) } }
    #expect(notes.count == 1)
    #expect(notes.first?.contains("the list of adopted sensors is not stored") == true)
  }

  @Test func `that cannot be written is reported to the person who gives an order, and left as it is`() throws {
    try file.write(list)
    #expect(file.faultOfStoring() == nil)
    #expect(try file.read() == list)
    #expect(!FileManager.default.fileExists(atPath: folder.file("adopted.json.try")))
    let places = ["/proc/nothing/adopted.json", folder.path]
    for place in places {
      #expect(
        AdoptionFile(path: place).faultOfStoring()?.sentence.contains("is not stored (") == true,
        "\(place)")
    }
  }

  @Test func `that is lost leaves what the logbook knows, until somebody confirms it`() {
    var street = Street(stored: nil)
    street.engine.expect(
      SensorRegistry.Sensor(address: .sampleStrap, model: .heartRateService), at: .start, to: { _, _ in })
    street.waits(until: 100)
    #expect(street.alarms.first == "60 no-data on medium")
    #expect(street.engine.registry.adoption[.sampleStrap]?.way == .itself)
  }
}
