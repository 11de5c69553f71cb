import Bluetooth
import Monitor
import Readings

/// An input of the engine: from the radio, from a recording, or from a timeline.
///
/// The owner hands each one to ``Engine/handle(_:at:into:)`` with its instant.
package enum EngineInput: Sendable {
  case radio(RadioReport)
  case event(Event)
  case adopt(AdoptionOrder)
  case forget(DeviceAddress)
  case button(ButtonOrder)
}
