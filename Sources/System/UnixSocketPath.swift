/// The path of a Unix socket.
package enum UnixSocketPath {
  /// The most bytes that the kernel takes, without the end (unix(7), `sun_path`).
  package static let longest = 107
}
