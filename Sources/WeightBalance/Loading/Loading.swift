/// One loading of one aeroplane, as a person wrote it down.
package struct Loading: Sendable, Hashable {
  /// What is in one station.
  package struct StationLoad: Sendable, Hashable {
    /// The station's word.
    package let station: String
    /// What it holds. A negative weight is a slip that the sheet names.
    package let weight: Weight
    /// Where it lies, within the station's range; `nil` for the station's own arm.
    package let arm: Arm?

    package init(station: String, weight: Weight, arm: Arm? = nil) {
      self.station = station
      self.weight = weight
      self.arm = arm
    }
  }

  /// What is in one tank.
  package struct FuelLoad: Sendable, Hashable {
    /// The tank's word.
    package let tank: String
    /// Usable fuel. A negative volume is a slip that the sheet names.
    package let volume: Volume

    package init(tank: String, volume: Volume) {
      self.tank = tank
      self.volume = volume
    }
  }

  /// The weighing record of the very aeroplane.
  package struct WeighingRecord: Sendable, Hashable {
    /// Its empty weight.
    package let weight: Weight
    /// The arm of that.
    package let arm: Arm

    package init(weight: Weight, arm: Arm) {
      self.weight = weight
      self.arm = arm
    }
  }

  /// Names the scenario across devices.
  package var id: String
  /// The word of the aeroplane type.
  package var aircraft: String
  /// The certification category to fly in; `nil` for the type's first.
  package var category: String?
  /// What people call it.
  package var name: String
  package var notes: String
  /// The weighing record of the aeroplane; `nil` for the typical values of the type.
  package var empty: WeighingRecord?
  /// What is in the stations. A station that is not named is empty.
  package var stationLoads: [StationLoad]
  /// What is in the tanks. A tank that is not named is empty.
  package var fuelLoads: [FuelLoad]
  /// The fuel for start, run-up and taxi; `nil` for the type's own.
  package var taxiFuel: Volume?
  /// The fuel from take-off to landing.
  package var tripFuel: Volume
  /// The order in which tanks are emptied; `nil` for the type's own.
  package var burnOrder: [String]?
  /// The fuel's density as it was measured, where it is not the type's.
  package var fuelDensity: Density?
  /// The kind of fuel, where its density is to follow from that.
  package var fuelGrade: FuelGrade?
  /// The fuel's temperature in degrees Celsius; `nil` for 15 °C. It counts where ``fuelGrade`` does.
  package var fuelCelsius: ExactDecimal?
  /// When it was written, as `2026-11-22T10:00:00Z`.
  package var createdAt: String
  /// When it was changed.
  package var updatedAt: String
  /// When it was deleted; a deleted scenario is kept for the sake of other devices and is not offered.
  package var deletedAt: String?
  /// Whether it has changed since it was last exchanged with other devices.
  package var isDirty: Bool

  /// All fields; those that a computation does not need have defaults.
  package init(
    id: String, aircraft: String, category: String? = nil, name: String, notes: String = "",
    empty: WeighingRecord? = nil, stationLoads: [StationLoad] = [], fuelLoads: [FuelLoad] = [], taxiFuel: Volume? = nil,
    tripFuel: Volume = .zero, burnOrder: [String]? = nil, fuelDensity: Density? = nil,
    fuelGrade: FuelGrade? = nil, fuelCelsius: ExactDecimal? = nil,
    createdAt: String = "1970-01-01T00:00:00Z", updatedAt: String = "1970-01-01T00:00:00Z",
    deletedAt: String? = nil,
    isDirty: Bool = false
  ) {
    self.id = id
    self.aircraft = aircraft
    self.category = category
    self.name = name
    self.notes = notes
    self.empty = empty
    self.stationLoads = stationLoads
    self.fuelLoads = fuelLoads
    self.taxiFuel = taxiFuel
    self.tripFuel = tripFuel
    self.burnOrder = burnOrder
    self.fuelDensity = fuelDensity
    self.fuelGrade = fuelGrade
    self.fuelCelsius = fuelCelsius
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.deletedAt = deletedAt
    self.isDirty = isDirty
  }
}

extension Loading {
  /// The density that the scenario asks for: the measured one, else that of its fuel at its temperature; `nil` where it
  /// says neither and the type's own is in force.
  package var wantedDensity: Density? {
    fuelDensity
      ?? fuelGrade.map { grade in fuelCelsius.map { grade.density(celsius: $0) } ?? grade.density()
      }
  }
}
