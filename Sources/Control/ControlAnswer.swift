import Engine
import Readings
import Status

/// The answer of a box to a request, as one JSON line: `ok` and the content, or the error.
///
/// The content is an ``OrderReport``, or a `BoxStatus` for `status` and `follow`. Its keys stand beside `ok`.
package enum ControlAnswer<Content: Codable & Sendable>: Codable, Sendable {
  case accepted(Content)
  case refused(Refusal)

  private enum CodingKeys: String, CodingKey {
    case isAccepted = "ok"
    case error
  }

  package init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: CodingKeys.self)
    if try line.decode(Bool.self, forKey: .isAccepted) {
      self = .accepted(try Content(from: decoder))
    } else {
      self = .refused(try line.decodeIfPresent(Refusal.self, forKey: .error) ?? Refusal())
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .accepted(let content):
      try line.encode(true, forKey: .isAccepted)
      try content.encode(to: encoder)
    case .refused(let refusal):
      try line.encode(false, forKey: .isAccepted)
      try line.encode(refusal, forKey: .error)
    }
  }
}

/// What a client gets for an order that was carried out.
package struct OrderReport: Codable, Sendable, Equatable {
  /// What a person should know as well; missing if there is nothing.
  package private(set) var notices: [ReportedNotice]?
  /// The same in English, one line each, for people and for clients of before; or what the system of the card says.
  package private(set) var note: String?
  package var session: SessionReport?
  package var check: CheckReport?
  package var findings: [DoctorFinding]?
  /// For the care circle: the calls that wait for it.
  package var calls: [CircleCall]?
  package var call: CircleCallAnswer?
  package var change: SettingsAnswer?

  package init(
    notices: [OrderNotice] = [], note: String? = nil, check: CheckReport? = nil,
    findings: [DoctorFinding]? = nil,
    calls: [CircleCall]? = nil, call: CircleCallAnswer? = nil, change: SettingsAnswer? = nil
  ) {
    self.notices = notices.isEmpty ? nil : notices.map(ReportedNotice.init)
    self.note = notices.isEmpty ? note : notices.map(\.sentence).joined(separator: "\n")
    (self.check, self.findings, self.calls, self.call) = (check, findings, calls, call)
    self.change = change
  }
}
