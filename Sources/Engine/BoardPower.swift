/// What a board reports of its supply and its heat. A part is `nil` if the board or its system reports nothing of it.
package struct BoardPower: Codable, Sendable, Equatable {
  /// Whether the supply was too low since the box looked last.
  package var isSupplyLow: Bool?
  /// How often it has become too low in this run.
  package var lowTimes: Int?
  /// The temperature of the processor in whole °C.
  package var celsius: Int?

  package init(isSupplyLow: Bool? = nil, lowTimes: Int? = nil, celsius: Int? = nil) {
    (self.isSupplyLow, self.lowTimes, self.celsius) = (isSupplyLow, lowTimes, celsius)
  }

  private enum CodingKeys: String, CodingKey {
    case isSupplyLow = "supply_low"
    case lowTimes = "supply_low_times"
    case celsius = "processor_c"
  }
}
