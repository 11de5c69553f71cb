import Alarms

/// What can be wrong with a part of the board.
package enum BoardFault: Error, Sendable, Equatable {
  /// A lamp did not take its command.
  case lamp(Lamp)
  /// The sounder did not take its command.
  case sounder
}

/// The lines that the lamps hang on.
package protocol LampDriver: AnyObject {
  /// Lights a lamp or makes it dark, at once.
  func set(_ lamp: Lamp, isLit: Bool) throws(BoardFault)
}

/// The device that makes the sound.
package protocol SounderDriver: AnyObject {
  /// Begins one burst of a signal, at once.
  func play(_ signal: SoundSignal) throws(BoardFault)
  /// Falls silent at once.
  func stop() throws(BoardFault)
}
