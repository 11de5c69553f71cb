import FoundationEssentials
import Glibc
import Readings
import System

/// The file beside the logbook with the limits that hold, so that the next start can say if its own are weaker. They stay
/// those of the run before until a person has acknowledged that.
package struct LimitsRecord: Sendable {
  private struct Content: Codable, Equatable {
    let limits: WatchedLimits
    /// What a person has set for the next start. No run has gone by it yet.
    var meant: WatchedLimits?

    private enum CodingKeys: CodingKey { case meant }

    init(_ limits: WatchedLimits, meant: WatchedLimits? = nil) { (self.limits, self.meant) = (limits, meant) }

    init(from decoder: any Decoder) throws {
      limits = try WatchedLimits(from: decoder)
      meant = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(WatchedLimits.self, forKey: .meant)
    }

    func encode(to encoder: any Encoder) throws {
      try limits.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeIfPresent(meant, forKey: .meant)
    }
  }

  package let path: String
  private var file: TwoSlotFile { TwoSlotFile(path: path, mark: "lapwing limits 1") }

  package init(besideLogbook logbook: String) {
    path = (logbook.hasSuffix(".db") ? String(logbook.dropLast(3)) : logbook) + "-limits.json"
  }

  private var content: Content? {
    guard case .content(let bytes, _)? = try? file.read() else { return nil }
    return try? JSONDecoder().decode(Content.self, from: Data(bytes))
  }

  /// The limits of the run before; `nil` if they are not known.
  package func read() -> WatchedLimits? { content?.limits }

  /// The limits of a configuration that are weaker than those of the run before, a sentence each. If those are lost, a
  /// sentence says so, and those of the last good copies count.
  package func weakened(in configuration: Configuration) -> [String] {
    let now = WatchedLimits(configuration)
    if let content { return now == content.meant ? [] : now.weaker(than: content.limits) }
    guard isLost(to: configuration) else { return [] }
    return ["\(path): the limits of the run before are lost, so look whether those of now are as they should be"]
      + (configuration.ofCopies.map { now.weaker(than: WatchedLimits($0)) } ?? [])
  }

  /// Whether there has been a run that has kept limits. It keeps them before it makes copies of its files.
  private func isLost(to configuration: Configuration) -> Bool {
    let copies = configuration.files.map { SettingsFile.copy(of: $0.path).path } + [configuration.adoptedPath + ".good"]
    return ([path] + copies).contains { access($0, F_OK) == 0 }
  }

  /// Remembers the limits that a person has set for the next start, unless others were lost before.
  package func accept(_ now: Configuration, instead before: Configuration?) {
    guard let before, let content, [content.limits, content.meant].contains(WatchedLimits(before)) else { return }
    try? write(Content(content.limits, meant: WatchedLimits(now)))
  }

  /// Keeps the limits that a run goes by.
  package func write(_ limits: WatchedLimits) throws(LapwingError) { try write(Content(limits)) }

  private func write(_ content: Content) throws(LapwingError) {
    guard self.content != content else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    guard let data = try? encoder.encode(content) else { throw unwritten("cannot be encoded") }
    try file.write(Array(data), fault: unwritten)
  }

  private func unwritten(_ reason: String) -> LapwingError {
    LapwingError(.inputOutput, code: "limits-not-written", "\(path): the limits in force are not stored (\(reason))")
  }
}
