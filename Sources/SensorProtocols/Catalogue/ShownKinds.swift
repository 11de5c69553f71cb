import Readings

/// What addresses have shown themselves to be.
///
/// Some makers' messages do not say what kind of device sent them: another message says it now and then. Values in such a
/// message are read only from an address that has shown its kind, see ``CatalogueEntry/mustShowKind``. The decoder
/// remembers nothing, so its caller keeps one of these and gives what it says as ``DecodingHints/knownAs``.
package struct ShownKinds: Sendable {
  /// The most addresses that are remembered: a crowd that passes by must not fill the memory.
  package let capacity: Int
  private var kinds: [DeviceAddress: SensorModel] = [:]

  /// No address yet.
  package init(capacity: Int) { self.capacity = capacity }

  /// How many addresses are remembered.
  package var count: Int { kinds.count }

  /// As what an address has shown itself.
  package subscript(address: DeviceAddress) -> SensorModel? { kinds[address] }

  /// Takes in as what a message from an address was read.
  /// - Returns: `false` where this should be remembered and there is no room.
  package mutating func note(_ model: SensorModel, of address: DeviceAddress) -> Bool {
    guard Catalogue.mustShowKind(model), kinds[address] != model else { return true }
    guard kinds.count < capacity || kinds[address] != nil else { return false }
    kinds[address] = model
    return true
  }

  /// Forgets all addresses but these.
  package mutating func forget(allBut kept: Set<DeviceAddress>) { kinds = kinds.filter { kept.contains($0.key) } }
}
