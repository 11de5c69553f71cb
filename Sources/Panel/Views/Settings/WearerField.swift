import Alarms
import Monitor
import Settings
import Status
import Web
import Words

/// Asks whose heart a sensor measures that is adopted beside a bed.
enum WearerField {
  /// - Parameters:
  ///   - kind: the kind of the sensor; nothing is asked about one that no one wears.
  ///   - typed: what was typed into a field if the box refused the form.
  static func html(
    _ address: String, of kind: String?, in request: PanelRequest, typed: (String) -> String?
  ) -> HTML {
    guard request.panel.configuration.profile == .bedside, ["heart", "oximeter"].contains(kind) else { return .nothing }
    let language = request.language
    return """
      <label for="kind-\(address)">\(PersonsWords.kindOf.text(language))</label>\
      <select id="kind-\(address)" name="kind">\(PersonsWords.kindOptions(typed("kind") ?? "", in: language))</select>\
      <label for="number-\(address)">\(PersonsWords.kindNumber.text(language))</label>\
      <input id="number-\(address)" name="number" inputmode="numeric" value="\(typed("number") ?? "")"> \
      <span class="small">\(PersonsWords.doctor.text(language))</span>\
      <p class="small">\(PersonsWords.withoutBeats.text(language))</p>
      """
  }

  /// The kind that a form says, in the words of an order, which the box checks; `nil` if it says none.
  static func words(_ form: FormFields) -> String? {
    form.filled("kind").map { PersonKind.words($0, form.filled("number")) }
  }
}
