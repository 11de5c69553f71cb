import Readings

/// What the radio of a running box has to say.
enum RadioOutput {
  /// Something happened.
  case input(ReplayInput)
  /// A person should know of this.
  case note(String)
}

/// The radio of a running box, as the critical loop serves it. Nothing of it ever waits.
protocol Radio: AnyObject {
  /// Readable while something has come.
  var descriptor: Int32 { get }
  /// When something is due even if nothing comes.
  var nextDeadline: Instant? { get }
  /// Takes what has come and does what is due.
  func serve(at instant: Instant, to sink: (RadioOutput) -> Void)
  /// Leaves the adapter as others expect it.
  func end()
}
