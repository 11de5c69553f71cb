import Alarms

/// A key of the configuration and the type of what it holds. Each one is declared once, in ``Keys``; the code asks a
/// configuration for `configuration[Keys.latchSound]`, so that a key that does not exist does not compile.
package struct SettingKey<Value: SettingValue>: Sendable {
  /// The same without its type.
  package let plain: ConfigurationKey
  /// What it is where neither a profile nor a file says otherwise.
  package let standard: Value

  package init(
    _ path: String, _ kind: ConfigurationKey.Kind, _ standard: Value, _ takenOver: ConfigurationKey.TakenOver,
    _ help: String
  ) {
    plain = ConfigurationKey(
      path: path, kind: kind, standard: standard.stored, takenOver: takenOver, help: help)
    self.standard = standard
  }

  /// Where it stands in the file, levels separated by dots.
  package var path: String { plain.path }
}

extension SettingKey where Value: CaseIterable & RawRepresentable<String> {
  /// One of the words of its type.
  package init(
    _ path: String, _ standard: Value, _ takenOver: ConfigurationKey.TakenOver, _ help: String
  ) {
    self.init(path, .choice(Value.allCases.map(\.rawValue)), standard, takenOver, help)
  }
}

extension SettingKey where Value == Bool {
  /// `true` or `false`.
  package init(_ path: String, _ standard: Bool, _ takenOver: ConfigurationKey.TakenOver, _ help: String) {
    self.init(path, .bool, standard, takenOver, help)
  }
}

extension SettingKey where Value == Bounds {
  /// One of the pairs that may be set.
  package init(_ path: String, _ standard: Bounds, _ takenOver: ConfigurationKey.TakenOver, _ help: String) {
    self.init(path, .choice(Bounds.settableWords), standard, takenOver, help)
  }
}
