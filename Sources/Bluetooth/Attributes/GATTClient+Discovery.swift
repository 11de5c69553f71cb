import Readings

/// The discovery of a device: it reads which characteristics the device has, and then asks for what the plan wants.
extension GATTClient {
  mutating func learnCharacteristics(_ bytes: RawSpan?, at instant: Instant) {
    var last: UInt16?
    if let bytes, let size = bytes.uint8(at: 1).map(Int.init), size == 7 || size == 21 {
      var offset = 2
      while let declaration = bytes.uint16(at: offset), let properties = bytes.uint8(at: offset + 2),
        let value = bytes.uint16(at: offset + 3),
        let uuid = size == 7
          ? bytes.uint16(at: offset + 5).map(BluetoothUUID.init) : bytes.bluetoothUUID128(at: offset + 5)
      {
        // Handles that do not increase would let a device keep the client busy for ever.
        guard declaration > profile.characteristics.last?.declaration ?? 0 else { break }
        profile.characteristics.append(
          GATTCharacteristic(
            uuid: uuid, declaration: declaration, value: value, properties: properties, end: .max))
        last = declaration
        offset += size
      }
    }
    if let last, last < .max {
      queue.insert(.characteristics(from: last + 1), at: 0)
    } else {
      profile.close()
      enqueuePlan(at: instant)
    }
  }

  mutating func learnDescriptors(of index: Int, _ bytes: RawSpan?) {
    let end = profile.characteristics[index].end
    var last: UInt16?
    if let bytes, let format = bytes.uint8(at: 1) {
      let size = format == 1 ? 4 : 18
      var offset = 2
      while let handle = bytes.uint16(at: offset), bytes.holds(size, at: offset) {
        guard handle > last ?? profile.characteristics[index].value else { break }
        if format == 1, bytes.uint16(at: offset + 2) == Self.clientConfiguration {
          profile.characteristics[index].configuration = handle
          queue.insert(.subscribe(index), at: 0)
          return
        }
        last = handle
        offset += size
      }
    }
    if let last, last < end { queue.insert(.descriptors(of: index, from: last + 1), at: 0) }
  }

  /// Queues the accesses of the plan. Subscriptions come first: the next beat of a strap does not wait for its battery,
  /// and the answer to a write comes as a notification.
  mutating func enqueuePlan(at instant: Instant) {
    for access in plan.accesses where access.readEvery == nil && access.message == nil {
      guard let index = profile.index(of: access.characteristic) else { continue }
      let characteristic = profile.characteristics[index]
      if characteristic.configuration != nil {
        queue.append(.subscribe(index))
      } else if characteristic.value < characteristic.end {
        queue.append(.descriptors(of: index, from: characteristic.value + 1))
      }
    }
    for (place, access) in plan.accesses.enumerated() {
      guard access.readEvery != nil || access.message != nil, let index = profile.index(of: access.characteristic)
      else { continue }
      queue.append(access.message.map { .write(index, $0) } ?? .read(index, soFar: []))
      nextReads[place] = access.readEvery.map { instant.advanced(by: $0) }
    }
  }
}
