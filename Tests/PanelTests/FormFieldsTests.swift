import Testing
import Web

@testable import Panel

@Suite struct `The fields of a form` {
  @Test(arguments: [
    ("a=1&b=2", ["a": "1", "b": "2"]), ("a=+x+%26+y+", ["a": "x & y"]), ("a=%ED%95%9C%EA%B5%AD", ["a": "한국"]),
    ("a=1&a=2", ["a": "1"]), ("a", ["a": ""]), ("=1&&", [:]), ("a=%", [:]), ("a=%zz&b=1", ["b": "1"]),
    ("a=%ff", [:]), ("a=%00", [:]), ("a=x=y", ["a": "x=y"]),
  ]) func `are read as browsers write them, and what is broken is left out`(text: String, wanted: [String: String]) {
    let fields = FormFields(text)
    #expect(fields.names == Set(wanted.keys))
    #expect(fields.isBroken == (wanted.isEmpty || text.contains("%zz")))
    for (name, value) in wanted { #expect(fields[name] == value) }
  }

  @Test func `come back as they were encoded`() {
    let text = "a/b c?d&e=f%g+한국#é"
    #expect(FormFields.decoded(FormFields.encoded(text)) == text)
    #expect(FormFields.encoded(text).utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
  }
}
