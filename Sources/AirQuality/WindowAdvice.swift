/// Whether to open the window, from the CO2 inside and the particles outside.
package enum WindowAdvice: String, Sendable, CaseIterable {
  /// The air inside is used, and that outside is clean.
  case open
  /// The air outside is not clean.
  case keepShut = "keep-shut"
  /// The air inside is used, and that outside is not clean: a short time, or a filter.
  case either

  /// EPA's class *sensitive* begins at 35.5 µg/m³.
  package static let dirty = 35.5
  /// The lowest limit of CO2 of the box, in ppm: 1000 by UBA and most codes.
  package static let used = 1000.0

  /// - Returns: `nil` if nothing is to be done, or the interval says too little, or what is known of outside is old.
  package init?(co2: Double?, outside: AirEstimate) {
    guard !outside.isOld else { return nil }
    let isUsed = co2.map { $0 >= Self.used } ?? false
    switch (isUsed, outside.value >= Self.dirty, outside.upper < Self.dirty) {
    case (true, true, _): self = .either
    case (false, true, _): self = .keepShut
    case (true, false, true): self = .open
    default: return nil
    }
  }
}
