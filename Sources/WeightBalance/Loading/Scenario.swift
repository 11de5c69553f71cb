/// One loading of one aeroplane, as a person wrote it down.
public struct Scenario: Sendable, Hashable {
  /// What is in one station.
  public struct StationLoad: Sendable, Hashable {
    /// The station's word.
    public let station: String
    /// What it holds. A negative weight is a slip that the sheet names.
    public let weight: Weight
    /// Where it lies, within the station's range; `nil` for the station's own arm.
    public let arm: Arm?

    /// All fields.
    public init(station: String, weight: Weight, arm: Arm? = nil) {
      self.station = station
      self.weight = weight
      self.arm = arm
    }
  }

  /// What is in one tank.
  public struct FuelLoad: Sendable, Hashable {
    /// The tank's word.
    public let tank: String
    /// Usable fuel. A negative volume is a slip that the sheet names.
    public let volume: Volume

    /// All fields.
    public init(tank: String, volume: Volume) {
      self.tank = tank
      self.volume = volume
    }
  }

  /// The weighing record of the very aeroplane.
  public struct WeighingRecord: Sendable, Hashable {
    /// Its empty weight.
    public let weight: Weight
    /// The arm of that.
    public let arm: Arm

    /// All fields.
    public init(weight: Weight, arm: Arm) {
      self.weight = weight
      self.arm = arm
    }
  }

  /// Names the scenario across devices.
  public var id: String
  /// The word of the aeroplane type.
  public var aircraft: String
  /// The certification category to fly in; `nil` for the type's first.
  public var category: String?
  /// What people call it.
  public var name: String
  /// Anything else.
  public var notes: String
  /// The weighing record of the aeroplane; `nil` for the typical values of the type.
  public var empty: WeighingRecord?
  /// What is in the stations. A station that is not named is empty.
  public var stationLoads: [StationLoad]
  /// What is in the tanks. A tank that is not named is empty.
  public var fuelLoads: [FuelLoad]
  /// The fuel for start, run-up and taxi; `nil` for the type's own.
  public var taxiFuel: Volume?
  /// The fuel from take-off to landing.
  public var tripFuel: Volume
  /// The order in which tanks are emptied; `nil` for the type's own.
  public var burnOrder: [String]?
  /// The fuel's density as it was measured, where it is not the type's.
  public var fuelDensity: Density?
  /// The kind of fuel, where its density is to follow from that.
  public var fuelGrade: FuelGrade?
  /// The fuel's temperature in degrees Celsius; `nil` for 15 °C. It counts where ``fuelGrade`` does.
  public var fuelCelsius: ExactDecimal?
  /// When it was written, as `2026-11-22T10:00:00Z`.
  public var createdAt: String
  /// When it was changed.
  public var updatedAt: String
  /// When it was deleted; a deleted scenario is kept for the sake of other devices and is not offered.
  public var deletedAt: String?
  /// Whether it has changed since it was last exchanged with other devices.
  public var isDirty: Bool

  /// All fields; those that a computation does not need have defaults.
  public init(
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

extension Scenario {
  /// The density that the scenario asks for: the measured one, else that of its fuel at its temperature; `nil` where it
  /// says neither and the type's own is in force.
  public var wantedDensity: Density? {
    fuelDensity
      ?? fuelGrade.map { grade in fuelCelsius.map { grade.density(celsius: $0) } ?? grade.density()
      }
  }
}
