/// The keys of the configuration that name sensors, for messages to people. They are declared here because the engine
/// knows no configuration.
package enum SensorKeys {
  package static let use = "sensors.use"
  package static let pressureCorrection = "sensors.pressure-correction"
  package static let own = "sensors.own"
  package static let persons = "persons"
}
