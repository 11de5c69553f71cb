import Alarms
import Readings
import Settings

/// Has settings changed: by the running box, which alone writes them then; if no box runs, by this process.
package struct SettingsOrder: Sendable {
  private let writer: SettingsWriter
  /// The profile that the command line has named.
  private let profile: BoxProfile?

  package init(_ writer: SettingsWriter, profile: BoxProfile?) { (self.writer, self.profile) = (writer, profile) }

  /// - Throws: the first key that is refused, or why the box did not answer.
  package func give(
    _ change: SettingsChange, to socket: String, patience: Duration = ControlClient.usualPatience
  ) throws(ConfigurationEditor.Fault) -> SettingsReport {
    let change = change.of(writer.editor, profile: profile)
    var client: ControlClient
    do throws(LapwingError) { client = try ControlClient(path: socket, patience: patience) } catch {
      // A busy box runs all the same.
      guard error.code != "busy" else { throw ConfigurationEditor.Fault(key: change.firstKey, error: error) }
      return try write(change, unused: error)
    }
    let answer: SettingsAnswer?
    do throws(LapwingError) {
      answer = try client.order(.change(change)).change
    } catch { throw ConfigurationEditor.Fault(key: change.firstKey, error: error) }
    switch answer {
    case .done(let report): return report
    case .refused(let key, let status, let refusal):
      throw ConfigurationEditor.Fault(
        key: key, error: LapwingError(SystemExit(rawValue: status) ?? .usage, code: refusal.code, refusal.message))
    case .otherFiles, nil:
      return try write(
        change,
        unused: LapwingError(.unavailable, code: "other-files", "\(socket): the box there runs with other files"))
    }
  }

  private func write(
    _ change: SettingsChange, unused: LapwingError
  ) throws(ConfigurationEditor.Fault) -> SettingsReport {
    var report = try writer.write(change, running: nil).report
    (report.isOfBox, report.unused) = (false, Refusal(unused))
    return report
  }
}
