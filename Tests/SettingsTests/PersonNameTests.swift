import BoxSupport
import Readings
import Settings
import TestSupport
import Testing

@Suite struct `The name of a person` {
  private func refusal(of text: String) throws -> String? {
    let refusal = try WrittenConfiguration().refusal(of: text)
    #expect(refusal == nil || refusal?.status == .configuration)
    return refusal?.message
  }

  @Test(arguments: [
    ("\\u200B", "U+200B"), ("\\u202E", "U+202E"), ("\\u00AD", "U+00AD"), ("\\u2066", "U+2066"), ("\\x7F", "U+007F"),
    ("\\u2028", "U+2028"), ("\\uFEFF", "U+FEFF"),
  ]) func `has no character that nobody sees`(character: String, name: String) throws {
    let sentence = "\"Mi\(name)n\"; no one can see the character \(name) in it: type the name again"
    #expect(try refusal(of: "persons:\n  \"Mi\(character)n\": {}\n") == "FILE:2: persons has \(sentence)")
    let own = "sensors:\n  own:\n    C0:FF:EE:00:00:02: {name: \"Mi\(character)n\"}\n"
    #expect(try refusal(of: own) == "FILE:3: sensors.own.C0:FF:EE:00:00:02.name is \(sentence)")
  }

  @Test(arguments: ["민지", "José", "Zoë", "می\\u200Cخواهم", "👩\\u200D🚀"]) func `may be of any script`(name: String)
    throws
  {
    #expect(try refusal(of: "persons:\n  \"\(name)\": {}\n") == nil)
  }

  @Test(arguments: ["end", "*"]) func `is no word of orders`(name: String) throws {
    #expect(try refusal(of: "persons: {\"\(name)\": {}}\n")?.contains("is neither * nor end") == true)
  }
}
