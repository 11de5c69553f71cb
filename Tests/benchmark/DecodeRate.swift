import Readings
import SensorProtocols
import TestSupport

/// How many frames one core decodes in a second, from raw AD bytes to a `Reading`.
enum DecodeRate {
  private static let rounds = 7
  private static let framesPerRound = 2_000_000

  static func report() {
    var random = RandomAdvertisements(seed: 1)
    let aranet4 = (0..<64).map { _ in Aranet4Encoder.advertisement(random.aranet4()) }
    // The radio of a living room: one advertisement in ten is a sensor's, the others are phones, tags and beacons.
    let foreign = (0..<64).map { number in
      AdvertisementEncoder.flags
        + AdvertisementEncoder.manufacturer(0x004C, [0x02, 0x15] + [UInt8](repeating: UInt8(number), count: 21))
    }
    let mixed = (0..<640).map { (number: Int) -> [UInt8] in
      number % 10 == 0 ? aranet4[number / 10] : foreign[number % 64]
    }
    print("aranet4_adverts_per_second", perSecond(aranet4))
    print("mixed_adverts_per_second", perSecond(mixed))
    print("heart_rate_values_per_second", heartRateValuesPerSecond())
  }

  private static func perSecond(_ frames: [[UInt8]]) -> Int {
    median { count in
      var found = 0
      let none: [UInt8] = []
      for number in 0..<count {
        let frame = frames[number % frames.count]
        if let reading = try? SensorDecoder.reading(advertisement: frame.span.bytes, scanResponse: none.span.bytes),
          reading.model == .aranet4
        {
          found += 1
        }
      }
      return found
    }
  }

  private static func heartRateValuesPerSecond() -> Int {
    // Captured from three straps.
    let values: [[UInt8]] = [
      [0x16, 0x4F, 0x02, 0x03], [0x06, 0x3C], [0x16, 0x78, 0xFF, 0x01, 0xFF, 0x01, 0x0C, 0x01],
    ]
    let characteristic = BluetoothUUID(0x2A37)
    return median { count in
      var found = 0
      for number in 0..<count {
        let value = values[number % values.count]
        if (try? SensorDecoder.reading(characteristic: characteristic, value: value.span.bytes)) != nil { found += 1 }
      }
      return found
    }
  }

  /// The middle one of some rounds: these machines are shared.
  private static func median(_ work: (Int) -> Int) -> Int {
    let clock = ContinuousClock()
    var rates: [Int] = []
    for _ in 0..<rounds {
      var found = 0
      let time = clock.measure { found = work(framesPerRound) }
      precondition(found > 0, "nothing was decoded")
      rates.append(Int(Double(framesPerRound) / time.inSeconds))
    }
    return rates.sorted()[rounds / 2]
  }
}
