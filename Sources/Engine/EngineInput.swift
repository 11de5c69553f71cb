import Bluetooth
import Monitor
import Readings

/// Something that the engine takes in: from the radio, from a recording, or from a timeline.
package enum EngineInput: Sendable {
  /// The radio reported something.
  case radio(RadioReport)
  /// Something else happened.
  case event(Event)
  /// Somebody says that a sensor is one's own.
  case adopt(AdoptionOrder)
  /// Somebody says that a sensor is not one's own.
  case forget(DeviceAddress)
  /// Somebody did something with the buttons, which means something.
  case button(ButtonOrder)
  /// The nearest sensor of each kind is one's own.
  case adoptNearest
}
