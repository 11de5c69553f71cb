@testable import Logbook
import Readings
import TestSupport
import Testing

@Suite struct `A sealed block` {
  private let address = DeviceAddress(value: 0xC0FF_EE00_0002)
  private let start: Int64 = 1_700_000_000_000

  private func strap(seconds: Int, _ random: inout SplitMix64) -> SealedBlock {
    var readings: [BlockReading] = []
    var notifications: [(at: Int64, ticks: [UInt16])] = []
    for second in 0..<seconds where !random.next().isMultiple(of: 500) {
      var measurements = Measurements()
      measurements[.heartRateBeatsPerMinute] = Double(60 + random.next() % 40)
      let at = start + Int64(second) * 1000 + Int64(random.next() % 200)
      readings.append(BlockReading(at: at, measurements: measurements, hasContact: !random.next().isMultiple(of: 90)))
      notifications.append((at, [UInt16(600 + random.next() % 400)]))
    }
    return SealedBlock(address: address, model: "Polar H10", readings: readings, beats: BeatRun.runs(of: notifications))
  }

  @Test func `gives back its values exactly and its times to half a second`() throws {
    var random = SplitMix64(seed: 21)
    for _ in 0..<4 {
      let block = strap(seconds: 3600, &random)
      let back = try SealedBlock(block.encoded())
      #expect(back.address == address && back.model == "Polar H10" && !back.isHistory)
      #expect(back.readings.map(\.measurements) == block.readings.map(\.measurements))
      #expect(back.readings.map(\.hasContact) == block.readings.map(\.hasContact))
      #expect(back.beats == block.beats)
      #expect(zip(back.readings, block.readings).allSatisfy { abs($0.at - $1.at) <= 500 })
      #expect(zip(back.readings.dropFirst(), back.readings).allSatisfy { $0.at >= $1.at })
    }
  }

  @Test func `keeps every quantity, with any values and any gaps`() throws {
    var random = SplitMix64(seed: 22)
    let odd: [Double] = [
      0, -0.0, 1.0 / 3, -40, 1e-300, 1.7e308, -1.7e308, 9_007_199_254_740_994, .leastNonzeroMagnitude,
      65_535, 0.1 + 0.2, 12.345678,
    ]
    for quantity in Quantity.allCases {
      let readings = (0..<300).map { place in
        var measurements = Measurements()
        if random.next() % 3 > 0 { measurements[quantity] = odd[Int(random.next() % UInt64(odd.count))] }
        measurements[.batteryPercent] = 90
        return BlockReading(at: start + Int64(random.next() % 3_600_000), measurements: measurements)
      }
      let block = SealedBlock(address: address, model: "", isHistory: true, readings: readings)
      let back = try SealedBlock(block.encoded())
      let bits = { (block: SealedBlock) in block.readings.map { $0.measurements[quantity]?.bitPattern } }
      #expect(bits(back) == bits(block), "\(quantity)")
      #expect(back.isHistory)
    }
  }

  @Test func `keeps what a sensor cannot measure as such`() throws {
    var measurements = Measurements()
    measurements[.co2PartsPerMillion] = 12_000
    var readings = (0..<5).map { BlockReading(at: start + 60_000 * $0, measurements: measurements) }
    readings[3].implausible = [.co2PartsPerMillion]
    let back = try SealedBlock(SealedBlock(address: address, model: "Aranet4", readings: readings).encoded())
    #expect(back.readings.map(\.implausible) == [[], [], [], [.co2PartsPerMillion], []])
    #expect(back.readings.map(\.hasContact) == [nil, nil, nil, nil, nil], "not felt is not unknown")
  }

  @Test func `notices any byte that was changed, and never traps`() {
    var random = SplitMix64(seed: 23)
    let bytes = strap(seconds: 60, &random).encoded()
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= UInt8(1 + random.next() % 255)
      #expect(throws: SealedBlock.Fault.self) { try SealedBlock(damaged) }
    }
    for length in 0..<bytes.count { #expect(throws: SealedBlock.Fault.self) { try SealedBlock(bytes[..<length]) } }
  }

  @Test func `never traps on bytes with a right checksum and any content`() {
    var random = SplitMix64(seed: 24)
    let good = strap(seconds: 60, &random).encoded().dropLast(4)
    for _ in 0..<3_000 {
      var bytes = Array(good)
      for _ in 0...(random.next() % 4) {
        bytes[2 + Int(random.next() % UInt64(bytes.count - 2))] = UInt8(truncatingIfNeeded: random.next())
      }
      guard let block = try? SealedBlock(sealed(bytes)) else { continue }
      // What a reader of blocks asks next.
      #expect(block.moved(by: 1)?.start == block.start.map { $0 + 1 })
      #expect((block.end ?? 0) >= (block.start ?? 0))
    }
  }

  @Test(arguments: [Int64.min, .min + 1, -300_000_000_000_000, 300_000_000_000_000, .max])
  func `refuses times that are no dates, and never traps`(_ time: Int64) {
    var head = BitWriter()
    head.write([UInt8(ascii: "L"), 1, 0, 1, 2, 3, 4, 5, 6, 0])
    var empty = head
    empty.writeSigned(time)
    [0, 0].forEach { empty.writeNumber($0) }
    #expect(throws: SealedBlock.Fault.invalid) { try SealedBlock(sealed(empty.bytes)) }
    // The start is a date, and a reading or a beat is not.
    var reading = head
    [0, 0, 1].forEach { reading.writeNumber($0) }
    reading.write([1, 0, 1])
    reading.writeSigned(time)
    reading.writeNumber(1)
    #expect(throws: SealedBlock.Fault.invalid) { try SealedBlock(sealed(reading.bytes)) }
    var runs = BitWriter()
    runs.writeNumber(1)
    runs.writeSigned(time)
    runs.writeNumber(1)
    NumberColumn.write([800], to: &runs)
    var beat = head
    [0, 0, 0, 130, UInt64(runs.bytes.count)].forEach { beat.writeNumber($0) }
    beat.write(runs.bytes)
    #expect(throws: SealedBlock.Fault.invalid) { try SealedBlock(sealed(beat.bytes)) }
  }

  @Test func `of few bytes cannot claim more readings than an hour has`() {
    var bits = BitWriter()
    bits.write([UInt8(ascii: "L"), 1, 0, 1, 2, 3, 4, 5, 6, 0])
    [0, 0, 1 << 20].forEach { bits.writeNumber($0) }
    bits.write([1, 64, 1, 0])
    bits.writeNumber(1 << 20)
    #expect(throws: SealedBlock.Fault.invalid) { try SealedBlock(sealed(bits.bytes)) }
  }

  /// Bytes with the checksum that belongs to them.
  private func sealed(_ bytes: [UInt8]) -> [UInt8] {
    let sum = CRC32.of(bytes)
    return bytes + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt32($0))) }
  }

  @Test func `of a later version is told from a damaged one`() {
    var bytes = Array(SealedBlock(address: address, model: "", readings: []).encoded().dropLast(4))
    bytes[1] = 2
    #expect(throws: SealedBlock.Fault.version(2)) { try SealedBlock(sealed(bytes)) }
  }

  @Test func `passes over a section of a later version`() throws {
    var measurements = Measurements()
    measurements[.co2PartsPerMillion] = 800
    let block = SealedBlock(
      address: address, model: "Aranet4", readings: [BlockReading(at: start, measurements: measurements)])
    var bytes = Array(block.encoded().dropLast(4))
    // Kind 200, which has two bytes as a number; three bytes of content.
    bytes += [0xC8, 0x01, 3, 1, 2, 3]
    #expect(try SealedBlock(sealed(bytes)) == block)
  }

  /// A block as it was written before values were packed, and what a reader in Python, which was written from the layout,
  /// found in it.
  @Test func `of an earlier version of the program gives back its values`() throws {
    let text = [
      "4c0100c2dbc0dce455074172616e657434d0c9ba84fa62a088d8013c0180b0ea0101003c402800be09cfe60f1c1612ba",
      "c0309c282920841a1084986982c8ac31e58f683964396150846d0aa60790421028de20051ac36b1030cb01031861a8c0",
      "43080350ff20277871c8440e10e89d01000434c0d68b00400400590b00c8010000000000000000fbab17aa",
    ].joined()
    let digits = Array(text)
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0..<($0 + 2)]), radix: 16) }
    let block = try SealedBlock(bytes)
    #expect(block.model == "Aranet4")
    let sums: [(Quantity, Double, Double)] = [
      (.co2PartsPerMillion, 607, 41_888), (.temperatureCelsius, 20.95, 1_267.2),
      (.relativeHumidityPercent, 40, 2_423), (.pressureHectopascals, 1_010, 60_597), (.batteryPercent, 100, 6_000),
    ]
    for (quantity, first, sum) in sums {
      let values = block.readings.compactMap { $0.measurements[quantity] }
      #expect(values.count == 60 && values.first == first && abs(values.reduce(0, +) - sum) < 1e-6, "\(quantity)")
    }
  }

  @Test func `packs the values that every reading has, one quantity behind the other`() throws {
    var random = SplitMix64(seed: 26)
    for count in [1, 2, 3, 59, 60, 700] {
      for quantities in [
        [Quantity.batteryPercent], [.co2PartsPerMillion, .temperatureCelsius], Array(Quantity.allCases),
      ] {
        let readings = (0..<count).map { place in
          var measurements = Measurements()
          for quantity in quantities { measurements[quantity] = Double(Int(random.next() % 4_000) - 2_000) / 8 }
          return BlockReading(at: start + Int64(place) * 1000, measurements: measurements)
        }
        let block = SealedBlock(address: address, model: "", readings: readings)
        let back = try SealedBlock(block.encoded())
        #expect(back.readings.map(\.measurements) == block.readings.map(\.measurements))
      }
    }
  }

  @Test func `needs the bytes that its values are worth`() {
    var random = SplitMix64(seed: 25)
    var co2 = 800.0
    let readings = (0..<60).map { minute in
      co2 += Double(random.next() % 9) - 4
      var measurements = Measurements()
      measurements[.co2PartsPerMillion] = co2
      return BlockReading(at: start + Int64(minute) * 60_000, measurements: measurements)
    }
    // 59 differences of 3.2 bits, and what an hour needs besides.
    #expect(SealedBlock(address: address, model: "Aranet4", readings: readings).encoded().count < 90)
  }
}
