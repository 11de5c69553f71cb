import Alarms

/// A key of the configuration with the Swift type of its value. Each is declared once, in ``Keys``. Code reads
/// `configuration[Keys.latchSound]`, so a key that does not exist does not compile.
package struct SettingKey<Value: SettingValue>: Sendable {
  /// The same key without its type.
  package let plain: ConfigurationKey
  /// The value if neither a profile nor a file sets one.
  package let standard: Value

  package init(
    _ path: String, _ kind: ConfigurationKey.Kind, _ standard: Value, _ takenOver: ConfigurationKey.TakenOver,
    _ help: String
  ) {
    plain = ConfigurationKey(
      path: path, kind: kind, standard: standard.stored, takenOver: takenOver, help: help)
    self.standard = standard
  }

  package var path: String { plain.path }
}

extension SettingKey where Value: CaseIterable & RawRepresentable<String> {
  /// A key whose values are the words of an enum.
  package init(
    _ path: String, _ standard: Value, _ takenOver: ConfigurationKey.TakenOver, _ help: String
  ) {
    self.init(path, .choice(Value.allCases.map(\.rawValue)), standard, takenOver, help)
  }
}

extension SettingKey where Value == Bool {
  package init(_ path: String, _ standard: Bool, _ takenOver: ConfigurationKey.TakenOver, _ help: String) {
    self.init(path, .bool, standard, takenOver, help)
  }
}

extension SettingKey where Value == Bounds {
  /// A key whose value is one of the allowed bounds.
  package init(_ path: String, _ standard: Bounds, _ takenOver: ConfigurationKey.TakenOver, _ help: String) {
    self.init(path, .choice(Bounds.settableWords), standard, takenOver, help)
  }
}
