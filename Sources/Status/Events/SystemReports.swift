/// A sensor that the box has a place for now: one that it receives for the first time, or one that it waits for.
///
/// Only people see it. It is in no JSON line.
package struct SensorNews: Codable, Sendable, Equatable {
  package enum State: String, Codable, Sendable {
    /// An adopted sensor that the box receives.
    case received = "heard"
    /// A sensor that is named by its address and has not been received yet.
    case awaited
    case stranger
  }

  package let state: State
  package let address: String
  package let model: String

  package init(_ state: State, address: String, model: String) {
    self.state = state
    self.address = address
    self.model = model
  }
}

/// A gesture at the buttons, and what it means by the configuration. Only people see it. It is in no JSON line.
package struct ButtonReport: Codable, Sendable, Equatable {
  /// The button and how it was pressed, such as `A short`.
  package let gesture: String
  package let meaning: String
}

/// A sentence for people, such as what the radio tries. It is in no JSON line.
package struct NoteReport: Codable, Sendable, Equatable {
  package let text: String

  package init(_ text: String) { self.text = text }
}

/// The logbook has committed alarm transitions. Only people see it. It is in no JSON line.
package struct CommitReport: Codable, Sendable, Equatable {
  /// The number of the latest one.
  package let transitions: UInt64

  package init(transitions: UInt64) { self.transitions = transitions }
}

/// The logbook cannot be written, or can be written again. Only people see it. It is in no JSON line.
package struct LogbookReport: Codable, Sendable, Equatable {
  package struct Fault: Codable, Sendable, Equatable {
    package let code: String
    package let message: String

    package init(code: String, message: String) {
      self.code = code
      self.message = message
    }
  }

  /// `nil` if the logbook can be written again.
  package var fault: Fault?

  package init(_ fault: Fault?) { self.fault = fault }
}
