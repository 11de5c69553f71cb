import Foundation
import Status
import Synchronization
import System

/// Has the doctor look at the box on a thread of its own: a part that hangs holds up no other order.
final class DoctorWorker: Sendable {
  private struct State {
    var isLooking = false
    var findings: [DoctorFinding]?
  }

  private let state = Mutex(State())
  private let look: @Sendable () -> [DoctorFinding]
  private let bell: EventFlag

  init(bell: EventFlag, look: @escaping @Sendable () -> [DoctorFinding]) {
    self.bell = bell
    self.look = look
  }

  func ask() {
    let isFree = state.withLock { state in
      defer { state.isLooking = true }
      return !state.isLooking
    }
    guard isFree else { return }
    Thread.start(named: "doctor") { [self] in
      let findings = look()
      state.withLock { $0 = State(isLooking: false, findings: findings) }
      bell.ring()
    }
  }

  /// Removes and returns the findings that have come since the last call.
  func removeFindings() -> [DoctorFinding]? {
    state.withLock { state in
      defer { state.findings = nil }
      return state.findings
    }
  }
}
