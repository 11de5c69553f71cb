import NIOCore

/// What anybody can make the server hold or wait for.
package enum HTTPLimits {
  /// Each open page has one connection for its news, and a few for its files.
  package static let connections = 256
  /// How many of these neither this machine nor the network can take from the other.
  package static let kept = 32
  /// The same of one address that is not this machine. A browser opens six.
  package static let connectionsOfOne = 32
  /// A request line with all its fields, in bytes. Those of browsers have one or two kilobytes.
  package static let head = 16 * 1024
  package static let fields = 100
  /// A form, in bytes. Settings are the longest one, with some kilobytes.
  package static let body = 64 * 1024
  /// Until a connection has sent a whole head, also after an answer.
  package static let headTime = TimeAmount.seconds(20)
  /// From the head to the end of the form.
  package static let bodyTime = TimeAmount.seconds(10)
  /// Until the other end has taken what was written.
  package static let writeTime = TimeAmount.seconds(10)
}
