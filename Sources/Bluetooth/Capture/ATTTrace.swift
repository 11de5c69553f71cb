import Readings

/// Follows the Attribute Protocol on one recorded link to a sensor. It takes the characteristics of the handles from
/// service discovery and returns the values that the sensor sends.
///
/// Opcodes and layouts after Bluetooth Core 5.4, Vol 3, Part F, 3.4; L2CAP framing after Vol 3, Part A, 3.1.
struct ATTTrace: Sendable {
  /// A value, with its characteristic if discovery was recorded.
  struct Value {
    var characteristic: BluetoothUUID?
    var data: [UInt8]
  }

  typealias Characteristics = [UInt16: BluetoothUUID]

  let address: DeviceAddress
  private(set) var characteristics: Characteristics
  private var isListingCharacteristics = false
  private var readHandle: UInt16?
  private var incoming: [UInt8] = []
  private var outgoing: [UInt8] = []

  private static let attributeProtocolChannel: UInt16 = 4
  private static let characteristicDeclaration: UInt16 = 0x2803

  /// - Parameter characteristics: those from earlier links.
  init(address: DeviceAddress, characteristics: Characteristics) {
    self.address = address
    self.characteristics = characteristics
  }

  /// Adds a part of an L2CAP frame.
  mutating func values(in data: [UInt8], received: Bool, isContinuation: Bool) -> [Value] {
    var frame = isContinuation ? (received ? incoming : outgoing) : []
    guard !isContinuation || !frame.isEmpty else { return [] }  // Its beginning was not recorded.
    frame += data
    guard let length = frame.span.bytes.uint16(at: 0), frame.count >= Int(length) + 4 else {
      if received { incoming = frame } else { outgoing = frame }
      return []
    }
    if received { incoming = [] } else { outgoing = [] }
    guard frame.span.bytes.uint16(at: 2) == Self.attributeProtocolChannel else { return [] }
    let message = Array(frame[4..<4 + Int(length)])
    if received { return response(message) }
    request(message)
    return []
  }

  private mutating func request(_ message: [UInt8]) {
    let bytes = message.span.bytes
    switch bytes.uint8(at: 0) {
    case 0x08:  // Read By Type Request
      isListingCharacteristics = message.count == 7 && bytes.uint16(at: 5) == Self.characteristicDeclaration
    case 0x0A:  // Read Request
      readHandle = bytes.uint16(at: 1)
    default: break
    }
  }

  private mutating func response(_ message: [UInt8]) -> [Value] {
    let bytes = message.span.bytes
    switch bytes.uint8(at: 0) {
    case 0x01:  // Error Response
      isListingCharacteristics = false
      readHandle = nil
      return []
    case 0x09:  // Read By Type Response
      if isListingCharacteristics { learn(bytes) }
      return []
    case 0x0B:  // Read Response
      guard let handle = readHandle else { return [] }
      readHandle = nil
      return [Value(characteristic: characteristics[handle], data: Array(message.dropFirst()))]
    case 0x1B, 0x1D:  // Handle Value Notification, Indication
      guard let handle = bytes.uint16(at: 1) else { return [] }
      return [Value(characteristic: characteristics[handle], data: Array(message.dropFirst(3)))]
    case 0x23: return multipleValues(bytes)  // Multiple Handle Value Notification
    default: return []
    }
  }

  /// A list of values: handle, length, value.
  private func multipleValues(_ bytes: RawSpan) -> [Value] {
    var values: [Value] = []
    var offset = 1
    while let handle = bytes.uint16(at: offset), let length = bytes.uint16(at: offset + 2),
      bytes.holds(Int(length), at: offset + 4)
    {
      let data = bytes.array(at: offset + 4, count: Int(length))
      values.append(Value(characteristic: characteristics[handle], data: data))
      offset += 4 + Int(length)
    }
    return values
  }

  /// A list of characteristic declarations: own handle, properties, value handle, UUID of 2 or 16 bytes.
  private mutating func learn(_ bytes: RawSpan) {
    guard let size = bytes.uint8(at: 1).map(Int.init), size == 7 || size == 21 else { return }
    var offset = 2
    while bytes.holds(size, at: offset) {
      let uuid =
        size == 7 ? bytes.uint16(at: offset + 5).map(BluetoothUUID.init) : bytes.bluetoothUUID128(at: offset + 5)
      if let handle = bytes.uint16(at: offset + 3), let uuid { characteristics[handle] = uuid }
      offset += size
    }
  }
}
