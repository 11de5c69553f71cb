import Alarms

/// A fault of a lamp or the sounder. The critical loop turns it into an alarm condition.
package enum BoardFault: Error, Sendable, Equatable {
  /// The line of a lamp could not be set.
  case lamp(Lamp)
  /// The sounder did not accept a command.
  case sounder
}

/// The lines of the lamps: those of a GPIO chip, or a substitute in a simulation or a test. Calls must not wait.
package protocol LampDriver: AnyObject {
  func set(_ lamp: Lamp, isLit: Bool) throws(BoardFault)
}

/// The device that makes the sound: a sound card, or a substitute in a simulation or a test. Calls must not wait.
package protocol SounderDriver: AnyObject {
  func play(_ signal: SoundSignal) throws(BoardFault)
  func stop() throws(BoardFault)
}
