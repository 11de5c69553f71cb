import Alarms
import Engine
import Monitor
import Readings
import SensorProtocols
import Settings

/// What a person or a program orders a running box to do.
package enum BoxOrder: Sendable {
  /// Something that the rules know, such as an acknowledgement; the number stands in the answer.
  case event(Event, UInt32)
  /// Other rules are in force, other keys of encrypted sensors, other words on single sensors, other sensors, and another
  /// description of the board; the number stands in the answer.
  case settings(
    MonitorSettings, bindKeys: [DeviceAddress: BindKey], roles: [DeviceAddress: SensorRole],
    sensors: SensorSelection, board: BoardPlan, UInt32)
  /// A person says that a sensor is one's own; the number stands in the answer.
  case adopt(AdoptionOrder, UInt32)
  /// A person says that somebody, or everybody who is not heard, is not to be watched for some hours; the number stands in
  /// the answer.
  case standby(PersonIndex?, hours: Double, UInt32)
  /// A person says that a sensor is not one's own; the number stands in the answer.
  case forget(DeviceAddress, UInt32)
}

/// What carries out the orders of the control socket.
package protocol OrderTaker: Sendable {
  /// Takes an order, without waiting for it to be carried out.
  /// - Returns: whether there was room for it.
  func post(_ order: BoxOrder) -> Bool
}
