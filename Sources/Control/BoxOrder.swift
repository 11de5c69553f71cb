import Alarms
import Engine
import Monitor
import Readings
import SensorProtocols
import Sessions
import Settings
import Speech

/// An order to a running box. The server posts it to the critical loop; the number identifies the answer.
package enum BoxOrder: Sendable {
  /// An event for the rules, such as an acknowledgement.
  case event(Event, UInt32)
  /// A person begins a session, and says what it is about.
  case startSession(SessionDetails, ifUnready: UncheckedStart, UInt32)
  case check(CheckOrder, UInt32)
  /// A configuration that was read again: rules, bind keys, roles of sensors, used sensors, correction of
  /// CO2 and hardware.
  case settings(
    MonitorSettings, bindKeys: [DeviceAddress: BindKey], roles: [DeviceAddress: SensorRole],
    sensors: SensorSelection, pressure: PressureCorrection, board: BoardPlan, UInt32)
  case adopt(AdoptionOrder, UInt32)
  /// A person puts a person on standby for some hours; `nil` means every person whose heart rate is not received.
  case standby(PersonIndex?, hours: Double, UInt32)
  case forget(DeviceAddress, UInt32)
  /// A person asks something of one device, through the adapter of the box.
  case device(DeviceOrder, UInt32)
  /// A person asks the box to start again, for the settings that count from the next start.
  case restart(UInt32)
  /// A person asks the box to speak.
  case say([SpeechPart], UInt32)
  /// A client asks whether the critical loop lives. It changes nothing.
  case proof(UInt32)

  package var number: UInt32 {
    switch self {
    case .event(_, let number), .startSession(_, _, let number), .check(_, let number), .adopt(_, let number),
      .standby(_, _, let number), .forget(_, let number), .say(_, let number), .device(_, let number),
      .restart(let number),
      .proof(let number),
      .settings(_, _, _, _, _, _, let number):
      number
    }
  }
}

/// Carries out the orders of the control socket: the critical loop, or a test double.
package protocol OrderTaker: Sendable {
  /// Accepts an order without waiting for its result.
  /// - Parameter deadline: after which it is refused, in milliseconds of the kernel's monotonic clock; `nil` for never.
  /// - Returns: `false` if there was no room for it.
  func post(_ order: BoxOrder, before deadline: Int64?) -> Bool
}

/// An order that came when its client had given up.
package enum LateOrder {
  /// - Parameters:
  ///   - deadline: milliseconds of the kernel's monotonic clock; `nil` for never.
  ///   - now: by the same clock.
  package static func isLate(_ deadline: Int64?, at now: Int64) -> Bool { deadline.map { $0 < now } ?? false }

  package static let refusal = LapwingError(
    .unavailable, code: "too-late", "the box was too slow, and the order was not carried out; look at it and try again")
}
