package enum Version {
  /// The same version as in CHANGELOG.md. The Makefile reads it from here.
  package static let text = "0.2.0"
}
