import Readings

/// The kind of sensor that each address has identified itself as.
///
/// Some makers' messages do not say what kind of device sent them; only another message does, now and then. Values in
/// such messages are accepted only from an address that has shown its kind, see ``CatalogueEntry/mustShowKind``. The
/// decoder keeps no state, so its caller keeps one of these and passes its entry as ``DecodingHints/knownAs``.
package struct ShownKinds: Sendable {
  /// The largest number of addresses that are stored: passing strangers must not fill the memory.
  package let capacity: Int
  private var kinds: [DeviceAddress: SensorModel] = [:]

  package init(capacity: Int) { self.capacity = capacity }

  package var count: Int { kinds.count }

  package subscript(address: DeviceAddress) -> SensorModel? { kinds[address] }

  /// Stores the kind that a message from an address was decoded as. Kinds that need not show themselves are not stored.
  /// - Returns: `false` if the kind should be stored and there is no room.
  package mutating func note(_ model: SensorModel, of address: DeviceAddress) -> Bool {
    guard Catalogue.mustShowKind(model), kinds[address] != model else { return true }
    guard kinds.count < capacity || kinds[address] != nil else { return false }
    kinds[address] = model
    return true
  }

  package mutating func forget(allBut kept: Set<DeviceAddress>) { kinds = kinds.filter { kept.contains($0.key) } }
}
