import Bluetooth
import Engine
import Readings

extension Engine {
  /// An engine that goes by a configuration.
  /// - Parameters:
  ///   - configuration: the settings in force.
  ///   - scope: which sensors count; without it, as for a recording, those that the configuration names, and if it names none, every one.
  ///   - stored: the sensors that were adopted in an earlier run; `nil` where that cannot be read.
  ///   - forgotten: those that somebody has forgotten since.
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
      roles: configuration.roles, bonds: bonds)
  }

  /// An engine for a file that is replayed.
  /// - Parameter hasStrangers: whether no sensor of the file is one's own until it is adopted.
  package init(replayingWith configuration: Configuration, hasStrangers: Bool) {
    // Keys that may not be read resolve nothing.
    let bonds = (try? BondFile(path: configuration.bondsPath).read()) ?? Bonds()
    self.init(configuration, scope: hasStrangers ? .adopted : nil, bonds: bonds)
  }
}
