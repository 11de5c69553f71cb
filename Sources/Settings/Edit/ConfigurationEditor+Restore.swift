import Glibc
import Readings
import System

extension ConfigurationEditor {
  package struct Change: Sendable, Equatable {
    package let key: ConfigurationKey
    package let before: ConfigurationValue
    package let after: ConfigurationValue

    package static func == (one: Change, other: Change) -> Bool {
      one.key.path == other.key.path && one.before == other.before && one.after == other.after
    }
  }

  /// What a copy changes of what is in force, defaults included.
  package static func changes(from now: Configuration, to copy: SettingsCopy.Content) -> [Change] {
    zip(now.settings, copy.configuration.settings).compactMap { now, then in
      SettingsCopy.holds(now.key) && now.value != then.value
        ? Change(key: now.key, before: now.value, after: then.value) : nil
    }
  }

  /// Sets all values of a copy, or none. The file that is changed is kept beside itself, `….before`.
  /// - Throws: a sentence, if the values of now and the copy cannot be used together.
  func restore(_ copy: SettingsCopy.Content, over now: Configuration) throws(LapwingError) {
    let wanted = copy.configuration
    let presets = (now: now.profile.presets, then: wanted.profile.presets)
    let values = zip(now.settings, wanted.settings).filter { old, new in
      guard SettingsCopy.holds(old.key) else { return false }
      // With another profile, a key that no file names would get the preset of that one.
      let isPreset = presets.now[old.key] != presets.then[old.key] && !Self.isOfFile(old.origin)
      return old.value != new.value || isPreset
    }.map { $0.1 }
    guard !values.isEmpty else { return }
    let target = target(of: values.map(\.key)), before = try present(target)
    var text = ConfigurationText(before ?? "")
    for setting in values {
      do throws(ConfigurationText.Obstacle) {
        try text.setFlow(setting.key.path, to: SettingsCopy.flow(setting.value, setting.key.kind))
      } catch { throw obstacle(error, setting.key, target) }
    }
    let result = try read(text.text, for: target).configuration
    for (place, setting) in result.settings.enumerated() where now.settings.indices.contains(place) {
      let isHeld = SettingsCopy.holds(setting.key), other = now.settings[place]
      guard
        setting.value == (isHeld ? wanted.settings[place].value : other.value)
          || !isHeld && !Self.isOfFile(other.origin)
      else {
        throw LapwingError(
          .configuration, code: "not-in-block",
          "\(target): \(setting.key.path) would not get its value, for the way in which the file is written; change it with an editor"
        )
      }
    }
    if let before {
      // For its owner alone, whatever the file itself allows: it may have the keys of sensors.
      try StoredFile(path: target + ".before", mode: 0o600).write(Array(before.utf8)) { reason in
        LapwingError(.inputOutput, code: "no-write", "\(target).before cannot be written (\(reason))")
      }
    }
    _ = try write(text.text, to: target)
  }

  private static func isOfFile(_ origin: Configuration.Origin) -> Bool {
    if case .file = origin { true } else { false }
  }

  private func present(_ path: String) throws(LapwingError) -> String? {
    guard try Configuration.isThere(path) else { return nil }
    return String(decoding: try FileBytes.read(path, mayWait: false), as: UTF8.self)
  }
}
