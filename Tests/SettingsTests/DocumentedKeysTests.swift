import Foundation
import TestSupport
import Testing

@testable import Settings

/// The shipped configuration is the manual of its keys, and a key's declaration is what everything else shows of it: both
/// say the same.
@Suite("The shipped configuration file")
struct DocumentedKeysTests {
  @Test(arguments: Keys.all.map(\.path)) func `explains a key in the words of its help`(path: String) throws {
    let key = try #require(Keys.all.first { $0.path == path })
    let comments = try lines().filter(\.isComment).map(\.text).joined(separator: " ").lowercased()
    #expect(comments.contains(key.help.lowercased()), "\(key.help)")
  }

  /// What switches a condition off is said once, above all conditions.
  @Test(arguments: Keys.all.map(\.path).filter { !$0.hasSuffix(".enabled") }) func `says what a key may hold`(
    path: String
  ) throws {
    let key = try #require(Keys.all.first { $0.path == path })
    let expected =
      switch key.kind {
      case .number(let range, _):
        ["\(ConfigurationValue.number(range.lowerBound)) to \(ConfigurationValue.number(range.upperBound))"]
      case .choice(let words): words
      case .bool: ["true", "false"]
      case .path: ["a path"]
      case .socketPath: ["a path of at most"]
      case .internetAddress: ["an address"]
      case .name, .line, .soundDevice, .bindKeys, .persons, .ownSensors, .channels, .shownName, .address, .people,
        .date,
        .pageAddress, .webAddress, .hostName, .airSources, .place:
        ["none"]
      case .topicName: ["letters, digits"]
      case .hours: ["22:00-07:00", "none"]
      case .weekTime: ["sunday 18:00"]
      case .adapter: ["best"]
      case .sensors: ["any"]
      case .pressureCorrection: ["automatic"]
      case .peerAddress: ["an IPv4 address", "none"]
      case .sound: ["never", "once", "repeat", "every 30 s"]
      }
    let allowed = try allowed(above: path)
    for word in expected { #expect(allowed.contains(word), "Allowed: \(allowed)") }
  }

  @Test func `has each key once`() {
    #expect(Set(Keys.all.map(\.path)).count == Keys.all.count)
  }

  private struct Line {
    var indent: Int
    /// Without the blanks and # in front.
    var text: String
    /// Text for a person, and no key that is commented out: those have no blank behind the #.
    var isComment: Bool
  }

  private func lines() throws -> [Line] {
    try ProjectFile("image/lapwing.yaml").text.split(separator: "\n").map { line in
      let indent = line.prefix { $0 == " " }.count
      let text = line.dropFirst(indent)
      let isComment = text.hasPrefix("# ") || text == "#"
      return Line(indent: indent, text: String(text.drop { $0 == "#" || $0 == " " }), isComment: isComment)
    }
  }

  /// What the file says behind the last `Allowed:` above a key, to the end of that comment, or beside the key's parent.
  private func allowed(above path: String) throws -> String {
    var parents: [(indent: Int, name: String)] = []
    var allowed = "", isInComment = false
    for line in try lines() {
      var text = line.text
      if !line.isComment {
        let name = String(text.prefix { $0 != ":" })
        parents.removeAll { $0.indent >= line.indent }
        parents.append((line.indent, name))
        if parents.map(\.name).joined(separator: ".") == path { return allowed }
        isInComment = false
        guard let comment = text.range(of: "# ") else { continue }
        text = String(text[comment.upperBound...])
      }
      if let start = text.range(of: "Allowed:") {
        allowed = String(text[start.upperBound...])
        isInComment = true
      } else if isInComment {
        allowed += " " + text
      }
    }
    Issue.record("\(path) is not in the file")
    return ""
  }
}
