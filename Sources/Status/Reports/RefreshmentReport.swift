/// Something was drunk, or a drink was taken back.
package struct HydrationReport: Codable, Sendable, Equatable {
  /// `drunk` or `taken-back`.
  package let state: String
  package let millilitres: UInt16
  /// In the whole session.
  package let total: UInt32

  private enum CodingKeys: String, CodingKey {
    case state
    case millilitres = "ml"
    case total = "total_ml"
  }

  init(_ state: RefreshmentState, _ millilitres: UInt16, total: UInt32) {
    self.state = state.rawValue
    (self.millilitres, self.total) = (millilitres, total)
  }

  package var text: String {
    "\(millilitres) ml\(state == RefreshmentState.takenBack.rawValue ? " taken back" : ""), \(total) ml in this session"
  }
}

/// Caffeine was taken, or was recorded by mistake.
package struct CaffeineReport: Codable, Sendable, Equatable {
  /// `taken` or `taken-back`.
  package let state: String

  init(_ state: RefreshmentState) { self.state = state.rawValue }

  package var text: String { state == RefreshmentState.takenBack.rawValue ? "taken back" : state }
}

enum RefreshmentState: String {
  case drunk, taken
  case takenBack = "taken-back"
}

/// A person is asked for something. It is no alarm.
package struct ReminderReport: Codable, Sendable, Equatable {
  /// `drink`.
  package let about: String
  /// For how long nothing was drunk.
  package let minutes: Int64
  package let total: UInt32

  private enum CodingKeys: String, CodingKey {
    case about, minutes
    case total = "total_ml"
  }

  init(drinkAfter time: Duration, total: UInt32) {
    about = "drink"
    minutes = time.components.seconds / 60
    self.total = total
  }

  package var text: String { "drink something: nothing was drunk for \(minutes) min (\(total) ml in this session)" }
}
