import Control
import Web

/// The order of a form that answers an alarm. It names what its page has shown, so that the box refuses one about an alarm
/// that was not on the page.
enum AlarmAnswer {
  static let fields: Set<String> = ["condition", "seen"]

  /// What stands in the place of a condition for all that sounds: a field that is missing never means that.
  static let everything = "all"

  static func order(_ verb: ControlRequest.Verb, _ form: FormFields) -> ControlRequest {
    var order = ControlRequest(verb, name: form.filled("condition").flatMap { $0 == everything ? nil : $0 })
    if let seen = form.filled("seen") {
      let parts = seen.split(separator: ".", maxSplits: 1)
      order.run = parts.first.map(String.init)
      order.since = parts.last.flatMap { UInt64($0) } ?? 0
    }
    return order
  }
}
