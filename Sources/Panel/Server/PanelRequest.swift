import Settings
import Status
import System
import Web
import Words

/// What the handler of a page gets: who asks, for what, and when.
struct PanelRequest: Sendable {
  let panel: PanelServices
  /// What the path names, by the parameters of the route.
  let parameters: [String: String]
  let query: FormFields
  var form: FormFields
  let path: String
  /// Where the same page is got again, with what its address asks for; `nil` after a form that is no page.
  let address: String?
  let language: Language
  /// The units that the person has chosen; `nil` without a choice.
  let chosenUnits: ShownUnits?
  let colours: ShownColours
  /// `nil` for a stranger, whom only routes for everybody serve.
  let role: Role?
  /// The cookie, if the visitor has entered a code.
  let token: String?
  /// Whether the visitor is at this machine, and needs no code.
  let isLocal: Bool
  let isSecure: Bool
  /// The address of the visitor; what a proxy on this machine calls it, if there is one.
  let peer: String
  /// The types of content that the visitor accepts, as sent.
  let accepted: String
  /// Milliseconds since 1970.
  let now: Int64

  /// The units of values that are shown.
  var units: ShownUnits { chosenUnits ?? .metric }
  var mayChange: Bool { role == .change }

  /// The time of day, such as 10:00:07, on the clock of the box.
  func clock(_ milliseconds: Int64) -> String {
    UnixTime(milliseconds: milliseconds).clockText(in: .local)
  }

  /// Day and minute, such as 2026-12-01 10:00, on the clock of the box.
  func date(_ milliseconds: Int64) -> String {
    UnixTime(milliseconds: milliseconds).minuteText(in: .local)
  }
}
