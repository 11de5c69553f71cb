import Readings
import SensorProtocols
import TestSupport
import Testing

/// What the catalogue says of every kind of sensor, against itself and against the vectors.
@Suite struct `The catalogue` {
  @Test func `each model has one number and one name`() {
    let entries = Catalogue.entries
    #expect(Set(entries.map(\.model.number)).count == entries.count)
    #expect(Set(entries.map(\.name)).count == entries.count)
  }

  @Test func `each model has a mark, a range for what it is owned for, a window and advice`() {
    for entry in Catalogue.entries {
      #expect(!entry.marks.isEmpty, "\(entry.name)")
      #expect(
        entry.freshness >= .seconds(5) && entry.freshness <= .seconds(86_400), "\(entry.name)")
      #expect(entry.adviceWithoutReading.sentence.hasSuffix("."), "\(entry.name)")
      for access in entry.accesses {
        #expect(access.readEvery.map { $0 > .zero } ?? true, "\(entry.name)")
      }
    }
  }

  @Test func `CO2 and heart rate have a range in every model that is owned for them`() {
    for entry in Catalogue.entries {
      guard [.co2PartsPerMillion, .heartRateBeatsPerMinute].contains(entry.mainQuantity) else { continue }
      #expect(entry.plausible[entry.mainQuantity] != nil, "\(entry.name)")
      #expect(!entry.isPlausible(0, of: entry.mainQuantity), "\(entry.name)")
      #expect(entry.frozenAfter(entry.mainQuantity, intervalSeconds: nil) != nil, "\(entry.name)")
    }
  }

  @Test func `an estimate of CO2 is never the CO2 that a sensor is owned for`() {
    for model in [SensorModel.wp6003, .almendoBluSensor] {
      #expect(Catalogue.entry(for: model).mainQuantity == .equivalentCO2PartsPerMillion)
    }
  }

  /// Each vector's advertisement carries a mark of the model that it is decoded as.
  @Test(arguments: VectorTests.families.keys)
  func `every advertised vector is recognised by a mark of its model`(family: String) throws {
    for vector in try Vector.read(family) {
      guard let advertisement = vector.input.adv_hex.flatMap({ Hex.bytes($0) }), let reading = try? vector.decoded()
      else { continue }
      let marks = marks(in: advertisement + (Hex.bytes(vector.input.scan_response_hex ?? "") ?? []))
      let entry = Catalogue.entry(for: reading.model)
      #expect(!marks.isDisjoint(with: entry.marks), "\(vector.id): \(entry.name)")
    }
  }

  private func marks(in bytes: [UInt8]) -> Set<CatalogueEntry.Mark> {
    var marks: Set<CatalogueEntry.Mark> = []
    var rest = bytes[...]
    while let length = rest.first, length > 0, rest.count > Int(length) {
      // Padded, so that the flags, of two bytes, have a key as well, which is none.
      let structure = Array(rest.dropFirst().prefix(Int(length))) + [0, 0]
      let key = UInt16(structure[1]) | UInt16(structure[2]) << 8
      if structure[0] == 0xFF { marks.insert(.company(key)) }
      if structure[0] == 0x16 { marks.insert(.serviceData(key)) }
      rest = rest.dropFirst(Int(length) + 1)
    }
    return marks
  }
}
