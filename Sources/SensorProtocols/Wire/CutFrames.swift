import Readings

/// Joins the frames that sensors have cut at the end of a notification. The decoder keeps no state, so its caller keeps
/// one of these.
package struct CutFrames: Sendable {
  private struct Beginning {
    let characteristic: BluetoothUUID
    let bytes: [UInt8]
  }

  private var beginnings: [DeviceAddress: Beginning] = [:]
  /// More devices than one box is connected to.
  private static let capacity = 256

  package init() {}

  /// Receives the value of a characteristic.
  /// - Returns: the value, after the beginning of a frame that the previous value of the same device ended with.
  package mutating func joined(
    _ value: [UInt8], of characteristic: BluetoothUUID, from address: DeviceAddress
  ) -> [UInt8] {
    guard let stream = DecoderTable.shared.stream(of: characteristic) else { return value }
    var whole = value
    if let beginning = beginnings.removeValue(forKey: address), beginning.characteristic == characteristic {
      // A frame that is whole in this value is never taken apart to complete a beginning whose rest was lost.
      let rest = stream.lengthBeforeFirstFrame(in: value.span.bytes).map { value.prefix($0) } ?? value[...]
      let joint = beginning.bytes + rest
      if rest.count == value.count || stream.lengthBeforeFirstFrame(in: joint.span.bytes) != nil {
        whole = beginning.bytes + value
      }
    }
    let rest = stream.forEachFrame(in: whole.span.bytes) { _ in }
    if rest > 0 {
      if beginnings.count >= Self.capacity { beginnings.removeAll(keepingCapacity: true) }
      beginnings[address] = Beginning(characteristic: characteristic, bytes: Array(whole.suffix(rest)))
    }
    return whole
  }

  /// Deletes what a device has begun, because its connection has ended.
  package mutating func forget(_ address: DeviceAddress) { beginnings[address] = nil }
}
