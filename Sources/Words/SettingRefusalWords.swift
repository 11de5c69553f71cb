import Characters
import Settings

/// Why a value is refused, by the names of the page of settings. The box names a line of the text that it did not write.
package enum SettingRefusalWords: LocalizedText {
  case notAllowed(ConfigurationKey, typed: String)
  case crossed(ConfigurationKey, typed: String, above: [ConfigurationKey], below: [ConfigurationKey])
  case shortUnproved

  /// - Returns: `nil` for a refusal that is not about the value of the key.
  package init?(code: String, _ key: ConfigurationKey, typed: String) {
    let number = Double(DecimalComma.pointed(typed))
    switch (code, key.kind) {
    case ("bad-configuration", .number(let range, _)) where !(number.map { range.contains($0) } ?? false):
      self = .notAllowed(key, typed: typed)
    case ("crossed-limits", .number):
      let above = Configuration.orderedLimits.filter { $0.higher.path == key.path }.map(\.lower.plain)
      let below = Configuration.orderedLimits.filter { $0.lower.path == key.path }.map(\.higher.plain)
      guard !above.isEmpty || !below.isEmpty else { return nil }
      self = .crossed(key, typed: typed, above: above, below: below)
    case ("short-bounds", _): self = .shortUnproved
    default: return nil
    }
  }

  package var both: (en: String, ko: String) {
    func whole(_ key: ConfigurationKey) -> (en: String, ko: String) {
      (KeyNameWords.whole(of: key, in: .english), KeyNameWords.whole(of: key, in: .korean))
    }
    switch self {
    case .notAllowed(let key, let typed):
      let name = whole(key), typed = HiddenCharacter.visible(typed)
      return (
        "\(name.en) is “\(typed)”; allowed is \(key.kind.allowed).",
        "\(name.ko): “\(typed)”은(는) 쓸 수 없습니다. 허용 범위: \(KeyWords.koreanRange(of: key) ?? "")."
      )
    case .crossed(let key, let typed, let above, let below):
      let name = whole(key), typed = HiddenCharacter.visible(typed)
      let bounds: [(String, String)] =
        above.map { ("above “\(whole($0).en)”", "“\(whole($0).ko)”보다 높은 값") }
        + below.map { ("below “\(whole($0).en)”", "“\(whole($0).ko)”보다 낮은 값") }
      return (
        """
        \(name.en) is “\(typed)”; allowed is what is \(bounds.map(\.0).joined(separator: " and ")), also with the limits of \
        single persons and sensors.
        """,
        "\(name.ko): “\(typed)”은(는) 쓸 수 없습니다. 허용: \(bounds.map(\.1).joined(separator: ", ")). 사람과 센서별 한계도 같습니다."
      )
    case .shortUnproved:
      let (unproved, proved) = (whole(Keys.unproved.plain), whole(Keys.bounds.plain))
      return (
        "“\(unproved.en)” may not be shorter than “\(proved.en)”, also of a single person.",
        "“\(unproved.ko)”은(는) “\(proved.ko)”보다 짧을 수 없습니다. 사람별 설정도 같습니다."
      )
    }
  }
}
