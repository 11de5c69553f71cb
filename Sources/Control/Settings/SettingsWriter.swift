import Alarms
import Readings
import Settings

/// Writes settings: in the box, and in a command or a page if no box runs.
package struct SettingsWriter: Sendable {
  package let editor: ConfigurationEditor
  private let writeTails: @Sendable ([SettingsChange.Tail]) throws(LapwingError) -> Void

  /// - Parameter writeTails: writes tail files, with every check.
  package init(
    _ editor: ConfigurationEditor, writeTails: @escaping @Sendable ([SettingsChange.Tail]) throws(LapwingError) -> Void
  ) { (self.editor, self.writeTails) = (editor, writeTails) }

  struct Written: Sendable {
    let settings: ConfigurationEditor.Written?
    var report: SettingsReport
  }

  /// Makes a change.
  /// - Parameter running: the profile of the running box; `nil` without a box.
  func write(_ change: SettingsChange, running: BoxProfile?) throws(ConfigurationEditor.Fault) -> Written {
    let settings = try editor.change(change)
    var report = SettingsReport(file: settings?.file)
    if let settings, settings.after.profile != running {
      // What is set here is meant: the next start does not report it as a loss. (A box keeps what is in force by itself.)
      LimitsRecord(besideLogbook: settings.after.logbookPath).accept(settings.after, instead: settings.before)
    }
    do throws(LapwingError) { if !change.tails.isEmpty { try writeTails(change.tails) } } catch {
      guard settings != nil else { throw ConfigurationEditor.Fault(key: change.firstKey, error: error) }
      report.partly = Refusal(error)
    }
    return Written(settings: settings, report: report)
  }
}
