import Alarms
import Engine
import Monitor
import Readings
import SensorProtocols
import Sessions
import Settings

/// An order to a running box. The server posts it to the critical loop; the number identifies the answer.
package enum BoxOrder: Sendable {
  /// An event for the rules, such as an acknowledgement.
  case event(Event, UInt32)
  /// A person begins a session, and says what it is about.
  case startSession(SessionDetails, ifUnready: UncheckedStart, UInt32)
  /// A person asks whether the box is ready.
  case check(CheckOrder, UInt32)
  /// A configuration that was read again: rules, bind keys, roles of sensors, used sensors, correction of
  /// CO2 and hardware.
  case settings(
    MonitorSettings, bindKeys: [DeviceAddress: BindKey], roles: [DeviceAddress: SensorRole],
    sensors: SensorSelection, pressure: PressureCorrection, board: BoardPlan, UInt32)
  /// A person adopts a sensor.
  case adopt(AdoptionOrder, UInt32)
  /// A person puts somebody on standby for some hours; `nil` means every person whose heart rate is not received.
  case standby(PersonIndex?, hours: Double, UInt32)
  /// A person ends the adoption of a sensor.
  case forget(DeviceAddress, UInt32)
}

/// Carries out the orders of the control socket: the critical loop, or a test double.
package protocol OrderTaker: Sendable {
  /// Takes an order without waiting for its result.
  /// - Returns: `false` if there was no room for it.
  func post(_ order: BoxOrder) -> Bool
}
