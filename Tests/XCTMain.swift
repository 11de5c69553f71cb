import Testing

/// Where the program of all tests begins. SwiftPM would write this file itself, after it has looked for tests of XCTest in the
/// compiler's index; there are none here, and to make the index takes a fifth of the time of a build.
@main
enum EntryPoint {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
