import Readings
import SensorProtocols
import TestSupport

/// Passes frames to the decoders that a malicious or broken radio might send. A trap would end the process.
enum RandomFrames {
  static func decode(_ count: Int) {
    var frames = RandomAdvertisements(seed: 20_261_120)
    var readings = 0, unknown = 0, refused = 0
    let none: [UInt8] = []
    for _ in 0..<count {
      let frame = frames.next()
      do {
        let reading =
          switch frame.kind {
          case .advertisement:
            try SensorDecoder.reading(advertisement: frame.bytes.span.bytes, scanResponse: none.span.bytes)
          case .value(let characteristic):
            try SensorDecoder.reading(characteristic: characteristic, value: frame.bytes.span.bytes)
          }
        if reading == nil { unknown += 1 } else { readings += 1 }
      } catch {
        refused += 1
      }
    }
    print("random_frames", count)
    print("random_readings", readings)
    print("random_unknown", unknown)
    print("random_refused", refused)
  }
}
