/// Reads fields from bytes that come from outside. A field that is not completely inside the bytes gives `nil`; no
/// input can cause a trap.
extension RawSpan {
  @inlinable package func uint8(at offset: Int) -> UInt8? {
    guard offset >= 0, offset < byteCount else { return nil }
    return unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// A little-endian 16-bit number.
  @inlinable package func uint16(at offset: Int) -> UInt16? {
    guard offset >= 0, byteCount >= 2, offset <= byteCount - 2 else { return nil }
    return UInt16(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }

  /// A little-endian signed 16-bit number.
  @inlinable package func int16(at offset: Int) -> Int16? { uint16(at: offset).map { Int16(bitPattern: $0) } }

  /// A big-endian 16-bit number.
  @inlinable package func uint16BigEndian(at offset: Int) -> UInt16? { uint16(at: offset)?.byteSwapped }

  /// A big-endian signed 16-bit number.
  @inlinable package func int16BigEndian(at offset: Int) -> Int16? {
    uint16BigEndian(at: offset).map { Int16(bitPattern: $0) }
  }

  /// A little-endian number of one to eight bytes.
  @inlinable package func unsigned(at offset: Int, count: Int) -> UInt64? {
    guard (1...8).contains(count), holds(count, at: offset) else { return nil }
    var value: UInt64 = 0
    for index in 0..<count {
      value |= UInt64(unsafeLoad(fromByteOffset: offset + index, as: UInt8.self)) << UInt64(8 * index)
    }
    return value
  }

  /// A little-endian number in two's complement of one to eight bytes.
  @inlinable package func signed(at offset: Int, count: Int) -> Int64? {
    guard let value = unsigned(at: offset, count: count) else { return nil }
    let unused = UInt64(64 - 8 * count)
    return Int64(bitPattern: value << unused) >> Int64(unused)
  }

  /// A big-endian number of three bytes.
  @inlinable package func uint24BigEndian(at offset: Int) -> UInt32? {
    guard holds(3, at: offset), let high = uint8(at: offset), let low = uint16BigEndian(at: offset + 1) else {
      return nil
    }
    return UInt32(high) << 16 | UInt32(low)
  }

  /// A little-endian 32-bit number.
  @inlinable package func uint32(at offset: Int) -> UInt32? { uint32BigEndian(at: offset)?.byteSwapped }

  /// A big-endian 32-bit number.
  @inlinable package func uint32BigEndian(at offset: Int) -> UInt32? {
    guard offset >= 0, byteCount >= 4, offset <= byteCount - 4 else { return nil }
    return UInt32(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// A big-endian 64-bit number.
  @inlinable package func int64BigEndian(at offset: Int) -> Int64? {
    guard offset >= 0, byteCount >= 8, offset <= byteCount - 8 else { return nil }
    return Int64(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: Int64.self))
  }

  /// A device address as it is sent by radio, lowest byte first.
  @inlinable package func deviceAddress(at offset: Int) -> DeviceAddress? {
    guard offset >= 0, byteCount >= 6, offset <= byteCount - 6 else { return nil }
    var value: UInt64 = 0
    for index in 0..<6 {
      value |= UInt64(unsafeLoad(fromByteOffset: offset + index, as: UInt8.self)) << UInt64(8 * index)
    }
    return DeviceAddress(value: value)
  }

  /// A 128-bit UUID as it is sent by radio, lowest byte first.
  @inlinable package func bluetoothUUID128(at offset: Int) -> BluetoothUUID? {
    guard offset >= 0, byteCount >= 16, offset <= byteCount - 16 else { return nil }
    return BluetoothUUID(
      value: UInt128(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt128.self)))
  }

  /// Whether there are `count` bytes at an offset. Check this before `extracting`, which traps.
  @inlinable package func holds(_ count: Int, at offset: Int) -> Bool {
    offset >= 0 && count >= 0 && offset <= byteCount && count <= byteCount - offset
  }
}
