package enum Version {
  /// The version, as CHANGELOG has it. The Makefile reads it from here.
  package static let text = "0.1.0"
}
