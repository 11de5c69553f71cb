import BoxSupport
import Readings
import Settings
import TestSupport
import Testing

/// `outside.box-name`, and the other texts that the box shows to people outside.
@Suite struct `A name that is shown outside` {
  private func refusal(of value: String, _ key: String = "box-name") throws -> String? {
    let refusal = try WrittenConfiguration().refusal(of: "outside:\n  \(key): \(value)\n")
    #expect(refusal == nil || refusal?.status == .configuration)
    return refusal?.message
  }

  @Test(arguments: [
    ("\\u200B", "U+200B"), ("\\u202E", "U+202E"), ("\\u00AD", "U+00AD"), ("\\u2066", "U+2066"), ("\\x7F", "U+007F"),
    ("\\x85", "U+0085"), ("\\u2028", "U+2028"), ("\\uFEFF", "U+FEFF"), ("\\n", "U+000A"),
  ]) func `has no character that nobody sees, and the refusal names it`(character: String, name: String) throws {
    let sentence = "is \"Bed\(name)room\"; allowed is a name of up to 40 characters that people see, or none"
    #expect(try refusal(of: "\"Bed\(character)room\"") == "FILE:2: outside.box-name \(sentence)")
    #expect(try refusal(of: "{name: \"Bed\(character)room\"}", "peer") == "FILE:2: outside.peer.name \(sentence)")
  }

  @Test(arguments: ["침실", "Chambre d’été", "می\\u200Cخواهم", "👩\\u200D🚀"]) func `may be of any script`(
    name: String
  ) throws {
    #expect(try refusal(of: "\"\(name)\"") == nil)
  }

  @Test func `is not empty, and not too long`() throws {
    #expect(try refusal(of: "\"  \"") != nil)
    #expect(try refusal(of: String(repeating: "a", count: 40)) == nil)
    #expect(try refusal(of: String(repeating: "a", count: 41)) != nil)
  }
}
