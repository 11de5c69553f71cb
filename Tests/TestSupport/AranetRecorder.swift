import Readings

/// A simulated Aranet4 with a stored history, which answers in the bytes of its characteristics.
package struct AranetRecorder {
  /// The number of samples.
  package var total: Int
  /// The time between two samples, seconds.
  package var interval = 300
  /// The age of the latest sample, seconds.
  package var age = 40
  /// The CO2 of a sample by its number, with a code for one that was not measured.
  package var co2: (Int) -> UInt16 = { $0 == 250 ? 0x8001 : UInt16(400 + $0) }
  /// Whether it is read at characteristic 2005; otherwise it notifies at 2003.
  package let isVersion2: Bool
  private var asked: (parameter: UInt8, start: Int, end: Int) = (0, 0, 0)
  /// Notifications that have not been taken yet.
  package private(set) var notifications: [[UInt8]] = []
  private var unready: Int

  /// - Parameters:
  ///   - total: the number of samples.
  ///   - isVersion2: whether it is read at characteristic 2005; otherwise it notifies at 2003.
  ///   - unready: the number of first answers that are about another quantity.
  package init(total: Int = 500, isVersion2: Bool = true, unready: Int = 0) {
    self.total = total
    self.isVersion2 = isVersion2
    self.unready = unready
  }

  /// Removes and returns the oldest notification.
  package mutating func nextNotification() -> [UInt8]? { notifications.isEmpty ? nil : notifications.removeFirst() }

  /// A characteristic of the vendor's own service.
  package static func characteristic(_ number: UInt128) -> BluetoothUUID {
    BluetoothUUID(value: 0xF0CD_0000_95DA_4F4B_9AC8_AA55_D312_AF0C | number << 96)
  }

  private func low(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF)] }

  private func samples(_ first: Int, _ count: Int) -> [UInt8] {
    (first..<first + count).flatMap { number -> [UInt8] in
      switch asked.parameter {
      case 1: low(450 + number % 10)
      case 2: [UInt8(30 + number % 10)]
      case 3: low(10_132)
      default: low(Int(co2(number)))
      }
    }
  }

  /// Processes a request for part of the history.
  package mutating func write(_ message: [UInt8]) {
    let start = Int(message[message[0] == 0x61 ? 2 : 4]) | Int(message[message[0] == 0x61 ? 3 : 5]) << 8
    asked = (message[1], start, message[0] == 0x61 ? total : Int(message[6]) | Int(message[7]) << 8)
    guard message[0] == 0x82 else { return }
    var next = start
    while next <= asked.end {
      let count = min(asked.end - next + 1, asked.parameter == 2 ? 16 : 8)
      notifications.append([asked.parameter] + low(next) + [UInt8(count)] + samples(next, count))
      next += count
    }
    notifications.append([asked.parameter] + low(asked.end + 1) + [0])
  }

  /// Returns the value of a characteristic.
  package mutating func read(_ characteristic: BluetoothUUID) -> [UInt8] {
    switch characteristic {
    case Self.characteristic(0x2001): return low(total)
    case Self.characteristic(0x2002): return low(interval)
    case Self.characteristic(0x2004): return low(age)
    default:
      unready -= 1
      let isReady = unready < 0
      let count = isReady ? max(0, min(118, total - asked.start + 1)) : 0
      let frame = [asked.parameter] + low(interval) + low(total) + low(age) + low(asked.start) + [UInt8(count)]
      let whole = frame + samples(asked.start, count)
      asked.start += count
      return whole
    }
  }
}
