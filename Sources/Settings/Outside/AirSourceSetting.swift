import AirQuality

/// A source of outdoor air, as the configuration names it. Secrets are not in it: it names their files.
package struct AirSourceSetting: Sendable, Equatable, CustomStringConvertible {
  package enum Key: String, CaseIterable, Sendable {
    /// The date on which a person has agreed. Without it the source is not asked.
    case consent
    case keyFile = "key-file"
    /// The address of the service, if it is another one.
    case url
    /// Whether the address may be one without TLS, in one's own network.
    case plain
    /// Of a file on the box.
    case path
    /// The address of a sensor of the box that is outdoors.
    case sensor
  }

  package let source: AirSourceID
  package var values: [Key: String] = [:]

  package init(_ source: AirSourceID, _ values: [Key: String] = [:]) { (self.source, self.values) = (source, values) }

  package subscript(key: Key) -> String? { values[key] }

  /// Whether a person has agreed to what it sends.
  package var hasConsent: Bool { source.terms.sends == .nothing || values[.consent] != nil }

  /// The keys of a source, and the one that it needs.
  package static func keys(of source: AirSourceID) -> (allowed: [Key], needed: Key?) {
    switch source {
    case .own: ([.sensor], .sensor)
    case .file: ([.path], .path)
    default: source.terms.needsKey ? ([.consent, .keyFile, .url, .plain], .keyFile) : ([.consent, .url, .plain], nil)
    }
  }

  /// One line, as the file would have it.
  package var description: String {
    let parts = Key.allCases.compactMap { key in values[key].map { "\(key.rawValue): \($0)" } }
    return "\(source.rawValue): {\(parts.joined(separator: ", "))}"
  }
}
