/// What a step of the model sees: one mean of a minute or of one reading, and the interval before it.
struct FlightObservation: Equatable {
  /// Seconds on the axis of the caller.
  var seconds = 0.0
  /// Since the step before.
  var minutes = 1.0
  /// Pressure altitude, feet; `nil` without a pressure.
  var feet: Double?
  /// Feet since the step before; `nil` if one of both has no pressure, or they are of two sensors.
  var change: Double?
  /// Corrected or raw, ppm.
  var co2: Double?
  /// ppm/min over the last ten minutes or so.
  var co2Rise: Double?
  /// How well the CO2 fits what was known of the phases before the flight. The other phases get the same, so that CO2 says
  /// nothing about them.
  var co2Elsewhere = 1.0
  /// The field of the departure, feet.
  var departure: Double?

  /// Whether a person has started a session.
  var isExpected = false

  /// Feet per minute.
  var rate: Double? { change.map { $0 / minutes } }
}
