import GRDB
@testable import Logbook
import Readings
import SensorProtocols
import TestSupport
import Testing

@Suite struct `Every quantity` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: Quantity.allCases)
  func `can be logged, live and from a history`(_ quantity: Quantity) throws {
    let address = DeviceAddress(value: 0xC0FF_EE00_0002)
    let gap = HistoryGap(address: address, model: "Sensor", from: 1000, to: 9000)
    var reading = Reading(model: .heartRateService)
    reading.measurements[quantity] = 42
    let logbook = try Logbook(path: folder.file("lapwing.db"))
    try logbook.append([
      .sessionStarted(at: 1000, profile: "bedside"), .reading(reading, of: "Sensor", from: address, at: 2000),
      .gapFound(gap), .past(reading.measurements, in: gap, at: 3000),
    ])
    let logged = try logbook.read { try Double.fetchAll($0, sql: "SELECT \(quantity.key) FROM reading") }
    #expect(logged == [42, 42])
  }

  @Test func `has a number in blocks that no other has`() {
    let numbers = Quantity.allCases.compactMap(BlockQuantity.number)
    #expect(Set(numbers).count == Quantity.allCases.count)
    #expect(numbers.allSatisfy { $0 < 128 && BlockQuantity.quantity($0).flatMap(BlockQuantity.number) == $0 })
    // Blocks that are written must stay readable.
    #expect(BlockQuantity.number(of: .co2PartsPerMillion) == 0)
    #expect(BlockQuantity.number(of: .heartRateBeatsPerMinute) == 27)
    #expect(BlockQuantity.number(of: .pulseAmplitudePercent) == 35)
  }
}
