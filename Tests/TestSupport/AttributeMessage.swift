import Readings

/// One characteristic as service discovery lists it.
package struct CharacteristicDeclaration: Sendable, Equatable {
  /// The handle of the declaration.
  package var handle: UInt16
  /// Its properties: 0x02 read, 0x10 notify (Bluetooth Core, Vol 3, Part G, 3.3.1.1).
  package var properties: UInt8
  /// The handle of the value.
  package var valueHandle: UInt16
  package var uuid: BluetoothUUID

  /// A declaration whose value has the next handle, as it nearly always does.
  package init(handle: UInt16, properties: UInt8, uuid: BluetoothUUID) {
    self.handle = handle
    self.properties = properties
    valueHandle = handle &+ 1
    self.uuid = uuid
  }
}

/// A message of the Attribute Protocol (Bluetooth Core 5.4, Vol 3, Part F, 3.4).
package enum AttributeMessage: Sendable, Equatable {
  /// The box requests all characteristics between two handles.
  case readByTypeRequest(handles: ClosedRange<UInt16>, type: UInt16 = 0x2803)
  /// The sensor lists characteristics, all with UUIDs of one length.
  case readByTypeResponse([CharacteristicDeclaration])
  /// The box requests a value.
  case readRequest(handle: UInt16)
  /// The sensor returns the requested value.
  case readResponse([UInt8])
  /// The box writes a value.
  case writeRequest(handle: UInt16, [UInt8])
  /// The sensor confirms the write.
  case writeResponse
  /// The sensor sends a value without a request.
  case notification(handle: UInt16, [UInt8])
  /// The sensor sends a value without a request and needs a confirmation.
  case indication(handle: UInt16, [UInt8])
  /// The sensor refuses: 0x0A for "attribute not found", the end of every discovery.
  case errorResponse(request: UInt8, handle: UInt16, code: UInt8)

  /// Whether it comes from the sensor.
  package var isFromSensor: Bool {
    switch self {
    case .readByTypeRequest, .readRequest, .writeRequest: false
    default: true
    }
  }

  /// The message with its opcode.
  package var bytes: [UInt8] {
    var bytes: [UInt8]
    switch self {
    case .readByTypeRequest(let handles, let type):
      bytes = [0x08]
      bytes.append(littleEndian: handles.lowerBound)
      bytes.append(littleEndian: handles.upperBound)
      bytes.append(littleEndian: type)
    case .readByTypeResponse(let characteristics):
      let isShort = characteristics.allSatisfy { $0.uuid.short != nil }
      bytes = [0x09, isShort ? 7 : 21]
      for characteristic in characteristics {
        bytes.append(littleEndian: characteristic.handle)
        bytes.append(characteristic.properties)
        bytes.append(littleEndian: characteristic.valueHandle)
        if isShort, let short = characteristic.uuid.short {
          bytes.append(littleEndian: short)
        } else {
          bytes.append(littleEndian: characteristic.uuid.value)
        }
      }
    case .readRequest(let handle):
      bytes = [0x0A]
      bytes.append(littleEndian: handle)
    case .readResponse(let value): bytes = [0x0B] + value
    case .writeRequest(let handle, let value): bytes = Self.opcode(0x12, handle, value)
    case .writeResponse: bytes = [0x13]
    case .notification(let handle, let value): bytes = Self.opcode(0x1B, handle, value)
    case .indication(let handle, let value): bytes = Self.opcode(0x1D, handle, value)
    case .errorResponse(let request, let handle, let code): bytes = Self.opcode(0x01, request, handle, code)
    }
    return bytes
  }

  private static func opcode(_ opcode: UInt8, _ handle: UInt16, _ value: [UInt8]) -> [UInt8] {
    var bytes = [opcode]
    bytes.append(littleEndian: handle)
    return bytes + value
  }

  private static func opcode(_ opcode: UInt8, _ request: UInt8, _ handle: UInt16, _ code: UInt8) -> [UInt8] {
    var bytes = [opcode, request]
    bytes.append(littleEndian: handle)
    return bytes + [code]
  }
}
