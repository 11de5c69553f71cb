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
  /// description of the board.
  case settings(
    MonitorSettings, bindKeys: [DeviceAddress: BindKey], roles: [DeviceAddress: SensorRole],
    sensors: SensorSelection, board: BoardPlan)
  /// A person says that a sensor is one's own; the number stands in the answer.
  case adopt(AdoptionOrder, UInt32)
  /// A person says that somebody is not to be watched for a time, or is to be watched again. With it comes what the client
  /// should know where it is done; the number stands in the answer.
  case standby(Event, note: String?, UInt32)
  /// A person says that a sensor is not one's own; the number stands in the answer.
  case forget(DeviceAddress, UInt32)
}

/// Whoever carries out the orders of the control socket.
package protocol OrderTaker: Sendable {
  /// Takes an order, without waiting for it to be carried out.
  /// - Returns: whether there was room for it.
  func post(_ order: BoxOrder) -> Bool
}
