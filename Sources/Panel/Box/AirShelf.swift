import AirQuality
import Settings
import Synchronization

/// The air outdoors, read and computed again at most once in ten seconds: every viewer shows it.
final class AirShelf: Sendable {
  private struct State {
    var picture: AirPicture?
    var path = ""
    var readAt = Int64.min / 2
  }

  private static let pause: Int64 = 10_000

  private let state = Mutex(State())

  /// - Parameter now: ms since 1970.
  /// - Returns: `nil` if nothing is configured, or no source has answered yet.
  func picture(_ configuration: Configuration, at now: Int64) -> (picture: AirPicture, settings: AirSettings)? {
    guard let settings = configuration.air else { return nil }
    let picture = state.withLock { state in
      if state.path != settings.record || !(0..<Self.pause).contains(now - state.readAt) {
        let record = try? AirRecordFile(path: settings.record).read(of: settings.place)
        state.picture = record.map { AirPicture($0, at: now / 1000) }
        (state.path, state.readAt) = (settings.record, now)
      }
      return state.picture
    }
    return picture.map { ($0, settings) }
  }
}
