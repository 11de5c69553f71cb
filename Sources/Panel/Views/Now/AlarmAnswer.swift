import Control
import Web

/// The order of a form that answers an alarm. It names what its page has shown, so that the box refuses one about an alarm
/// that was not on the page.
enum AlarmAnswer {
  static let fields: Set<String> = ["condition", "seen"]

  /// What stands in the place of a condition for all that sounds: a field that is missing never means that.
  static let everything = "all"

  static func condition(_ form: FormFields) -> String? {
    form.filled("condition").flatMap { $0 == everything ? nil : $0 }
  }

  static func seen(_ form: FormFields) -> SeenAlarms? {
    form.filled("seen").map { seen in
      let parts = seen.split(separator: ".", maxSplits: 1)
      return SeenAlarms(run: parts.first.map(String.init), last: parts.last.flatMap { UInt64($0) } ?? 0)
    }
  }

  static func acknowledgement(_ form: FormFields) -> ControlRequest {
    .acknowledge(condition(form), seen: seen(form))
  }
}
