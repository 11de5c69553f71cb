import Engine
import Readings

/// How far an order about one device is, in a ``BoxStatus``.
package struct VisitReport: Codable, Sendable, Equatable {
  package enum Step: String, Codable, Sendable {
    case awaited, pairing
    /// The device shows a number, which a person must type.
    case number
    case done, failed
  }

  package let address: String
  /// `pair` or `read`.
  package let purpose: String
  package let step: Step
  /// Why it failed, and what to do.
  package var code: ErrorCode?
  package var sentence: String?
  /// When it came to this step, s.
  package let since: Double

  private enum CodingKeys: String, CodingKey {
    case address, purpose, step, code, sentence
    case since = "t"
  }

  package var isOver: Bool { step == .done || step == .failed }

  /// - Parameters:
  ///   - since: when it came to its step.
  ///   - now: a reading that has not come by its end never comes.
  package init(_ visit: DeviceVisit, since: Instant, now: Instant) {
    address = visit.address.description
    purpose = visit.purpose.rawValue
    self.since = since.seconds
    switch visit.step {
    case .awaited where visit.purpose == .read && now > visit.end:
      step = .failed
      code = .noReading
      let seconds = DeviceVisit.longestReading.components.seconds
      sentence = "\(address) gave no reading in \(seconds) s; is it near, switched on, and not connected to a phone?"
    case .awaited: step = .awaited
    case .pairing: step = .pairing
    case .passkeyWanted: step = .number
    case .done: step = .done
    case .failed(let error):
      step = .failed
      (code, sentence) = (error.code, error.message)
    }
  }
}
