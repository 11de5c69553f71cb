import NIOCore

/// What anybody can make the server hold or wait for.
enum HTTPLimits {
  /// Each open page has one connection for its news, and a few for its files.
  static let connections = 256
  /// How many of these neither this machine nor the network can take from the other.
  static let kept = 32
  /// The same of one address that is not this machine. A browser opens six.
  static let connectionsOfOne = 32
  /// A request line with all its fields, in bytes. Those of browsers have one or two kilobytes.
  static let head = 16 * 1024
  static let fields = 100
  /// A form, in bytes. Settings are the longest one, with some kilobytes.
  static let body = 64 * 1024
  /// Until a connection has sent a whole head, also after an answer.
  static let headTime = TimeAmount.seconds(20)
  /// From the head to the end of the form.
  static let bodyTime = TimeAmount.seconds(10)
  /// Until the other end has taken what was written.
  static let writeTime = TimeAmount.seconds(10)
}
