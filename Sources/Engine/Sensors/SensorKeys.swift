/// The keys of the configuration that name sensors, for what a person is told. They are declared here since the rules that
/// speak of them know no configuration.
package enum SensorKeys {
  /// Which sensors are used, and how.
  package static let use = "sensors.use"
  /// What is said of single sensors.
  package static let own = "sensors.own"
  /// Who is watched over, by which sensors.
  package static let persons = "persons"
}
