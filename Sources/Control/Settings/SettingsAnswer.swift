import Readings
import Settings

package enum SettingsAnswer: Codable, Sendable, Equatable {
  /// The files have all of it, or a part.
  case done(SettingsReport)
  /// Nothing was changed.
  /// - Parameter status: the exit status of a command.
  case refused(key: String, status: Int32, Refusal)
  case otherFiles

  init(_ fault: ConfigurationEditor.Fault) {
    self = .refused(key: fault.key, status: fault.error.status.rawValue, Refusal(fault.error))
  }
}

package struct SettingsReport: Codable, Sendable, Equatable {
  /// The file that has the new values; `nil` for tails alone.
  package var file: String?
  package var isOfBox = true
  /// What a person should know as well.
  package var notices: [ReportedNotice] = []
  /// Why the running box does not go by it.
  package var unused: Refusal?
  /// Why only a part was changed.
  package var partly: Refusal?

  package init(file: String? = nil) { self.file = file }
}
