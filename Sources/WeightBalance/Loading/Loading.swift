/// One loading of one aeroplane, as the user wrote it. Nothing in it is checked against the aircraft type;
/// ``LoadSheet`` does that.
package struct Loading: Sendable, Hashable {
  package struct StationLoad: Sendable, Hashable {
    package let station: String
    /// The weight of the load. The sheet reports a negative weight as an error.
    package let weight: Weight
    /// The arm of the load, within the station's range; `nil` for the station's own arm.
    package let arm: Arm?
    /// Who or what it is, if the scenario says so.
    package let name: String?

    package init(station: String, weight: Weight, arm: Arm? = nil, name: String? = nil) {
      self.station = station
      self.weight = weight
      self.arm = arm
      self.name = name
    }
  }

  package struct FuelLoad: Sendable, Hashable {
    package let tank: String
    /// The usable fuel. The sheet reports a negative volume as an error.
    package let volume: Volume

    package init(tank: String, volume: Volume) {
      self.tank = tank
      self.volume = volume
    }
  }

  /// What a file says that another one overrules.
  package enum PassedOver: Sendable, Hashable {
    case empty(WeighingRecord, from: String)
    /// The tail that the scenario names.
    case tail(String)
  }

  /// A step of the order in which tanks are emptied.
  package struct BurnStep: Sendable, Hashable, ExpressibleByStringLiteral {
    package let tank: String
    /// The most that burns from it in this step; `nil` for all that it holds. So an order can return to a tank.
    package let volume: Volume?

    package init(tank: String, volume: Volume? = nil) {
      self.tank = tank
      self.volume = volume
    }

    package init(stringLiteral tank: String) { self.init(tank: tank) }
  }

  /// The empty weight of the individual aeroplane with its moment.
  package struct WeighingRecord: Sendable, Hashable {
    /// The empty weight, above 0.
    package let weight: Weight
    /// The exact moment of the empty weight.
    package let moment: Moment
    /// The arm of the empty weight, to the nearest step.
    package var arm: Arm { moment.arm(of: weight) ?? .zero }

    package init(weight: Weight, arm: Arm) {
      self.init(weight: weight, moment: weight * arm)
    }

    package init(weight: Weight, moment: Moment) {
      self.weight = weight
      self.moment = moment
    }
  }

  /// The id of the scenario, the same on all devices.
  package var id: String
  package var aircraft: String
  /// The registration of the aeroplane whose tail file applies; `nil` for an aeroplane of the type without one.
  package var tail: String?
  package var registration: String?
  package var pilot: String?
  /// The day of the sheet, such as `2026-11-22`.
  package var date: String?
  /// The day of the weighing that ``empty`` is of; `nil` if no file gives it.
  package var weighedOn: String?
  /// Where ``empty`` is from, for a sentence; `nil` for the scenario.
  package var emptyOrigin: String?
  /// What other files say that is not in force.
  package var passedOver: [PassedOver] = []
  /// The changes of equipment of the day of the newest weighing, which includes them.
  package var equipmentAsWeighed: [String] = []
  /// The certification category to fly in; `nil` for the first one of the type.
  package var category: String?
  package var name: String
  package var notes: String
  /// The weighing record of the aeroplane; `nil` for the typical values of the type.
  package var empty: WeighingRecord?
  /// The loads of the stations. A station that is missing is empty.
  package var stationLoads: [StationLoad]
  /// The fuel in the tanks. A tank that is missing is empty.
  package var fuelLoads: [FuelLoad]
  /// The fuel for start, run-up and taxi; `nil` for the usual amount of the type.
  package var taxiFuel: Volume?
  /// The fuel from take-off to landing.
  package var tripFuel: Volume
  /// Whether the scenario gives ``tripFuel``. If not, it is 0 only because it is missing.
  package var hasTripFuel: Bool
  /// The order in which tanks are emptied; `nil` for that of the type.
  package var burnOrder: [BurnStep]?
  /// The measured density of the fuel, if it is not that of the type.
  package var fuelDensity: Density?
  /// The kind of fuel, if its density follows from that.
  package var fuelGrade: FuelGrade?
  /// The fuel's temperature in degrees Celsius; `nil` for 15 °C. It is used only with ``fuelGrade``.
  package var fuelCelsius: ExactDecimal?
  /// When it was created, such as `2026-11-22T10:00:00Z`.
  package var createdAt: String
  /// When it was last changed.
  package var updatedAt: String
  /// When it was deleted. A deleted scenario is kept for other devices and is not offered.
  package var deletedAt: String?
  /// Whether it has changed since it was last exchanged with other devices.
  package var isDirty: Bool
  /// What a synchronisation with other devices has changed since a person looked at it: names of fields (docs/sync.md).
  package var changedElsewhere: [String] = []
  /// Whether an amount of fuel was rounded when it was read: it was given as a weight, or with nine decimals or more.
  package var isRounded = false

  /// Creates a loading; fields that a computation does not need have defaults.
  package init(
    id: String, aircraft: String, category: String? = nil, name: String, notes: String = "",
    empty: WeighingRecord? = nil, stationLoads: [StationLoad] = [], fuelLoads: [FuelLoad] = [], taxiFuel: Volume? = nil,
    tripFuel: Volume = .zero, burnOrder: [BurnStep]? = nil, fuelDensity: Density? = nil,
    fuelGrade: FuelGrade? = nil, fuelCelsius: ExactDecimal? = nil,
    createdAt: String = "1970-01-01T00:00:00Z", updatedAt: String = "1970-01-01T00:00:00Z",
    deletedAt: String? = nil,
    isDirty: Bool = false, hasTripFuel: Bool = true
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
    self.hasTripFuel = hasTripFuel
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
  /// The density that the scenario asks for: the measured one, otherwise that of its fuel at its temperature; `nil` if
  /// it gives neither and the density of the type applies.
  package var wantedDensity: Density? { FuelGrade.density(measured: fuelDensity, fuelGrade, fuelCelsius) }
}
