package enum UnixSocketPath {
  /// In bytes, without the terminating zero (unix(7), `sun_path`).
  package static let longest = 107
}
