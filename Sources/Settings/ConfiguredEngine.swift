import Bluetooth
import Engine
import Readings

extension Engine {
  /// An engine with the settings of a configuration.
  /// - Parameters:
  ///   - configuration: the settings in force.
  ///   - scope: which sensors count. By default, as for a recording: the sensors that the configuration names, or all
  ///     if it names none.
  ///   - stored: the sensors that were adopted in an earlier run; `nil` if the list cannot be read.
  ///   - forgotten: the sensors whose adoption a person has ended.
  ///   - bonds: the keys of the paired devices.
  package init(
    _ configuration: Configuration, scope: Adoption.Scope? = nil, stored: [AdoptedSensor]? = [],
    forgotten: [DeviceAddress] = [], bonds: Bonds = Bonds()
  ) {
    self.init(
      settings: configuration.monitor, bindKeys: configuration.bindKeys, heartSource: configuration.heartSource,
      sensors: configuration.sensors,
      adoption: Adoption(
        scope: scope ?? (configuration.sensors.named.isEmpty ? .everything : .adopted), stored: stored,
        forgotten: forgotten,
        named: configuration.sensors.named(besides: configuration.roles)),
      roles: configuration.roles, pressure: configuration.pressureCorrection, bonds: bonds)
  }

  /// An engine for the replay of a file.
  /// - Parameter hasStrangers: whether a sensor of the file must be adopted before it counts.
  package init(replayingWith configuration: Configuration, hasStrangers: Bool) {
    // If the keys may not be read, no address is resolved.
    let bonds = (try? BondFile(path: configuration.bondsPath).read()) ?? Bonds()
    self.init(configuration, scope: hasStrangers ? .adopted : nil, bonds: bonds)
  }
}
