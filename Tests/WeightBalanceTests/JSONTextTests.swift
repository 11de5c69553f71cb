import Testing
import WeightBalance

@Suite("JSON keeps lines and decimals, and what is wrong with it is said with its line")
struct JSONTextTests {
  @Test("Every value and every key knows its line, and a number its text")
  func lines() throws {
    let node = try JSONNode.parse("{\n \"a\": [1.50,\n  -2e-3],\n \"b\":\n  {\"c\": null, \"d\": true}}\n")
    guard case .object(let members) = node.kind, case .array(let numbers)? = node["a"]?.kind else {
      Issue.record("no object")
      return
    }
    #expect(members.map(\.line) == [2, 4])
    #expect(numbers.map(\.line) == [2, 3])
    #expect(numbers.map(\.kind) == [.number("1.50"), .number("-2e-3")])
    #expect(node["b"]?.line == 5)
    #expect(node["b"]?["c"]?.kind == .null)
    #expect(node["b"]?["d"]?.kind == .bool(true))
  }

  @Test("Escapes are resolved")
  func escapes() throws {
    let node = try JSONNode.parse(#""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00 é""#)
    #expect(node.kind == .string("\"\\/\u{8}\u{C}\n\r\t\u{E9}\u{1F600} é"))
  }

  @Test(
    "What is no JSON is refused with its line",
    arguments: [
      ("", 1), ("{", 1), ("[1,\n2,]", 2), ("{\"a\" 1}", 1), ("{\"a\": 1,\n\"a\": 2}", 2), ("[01]", 1), ("[1.]", 1),
      ("[.5]", 1),
      ("[NaN]", 1), ("[Infinity]", 1), ("[1e]", 1), ("[+1]", 1), ("{\"a\":1} x", 1), ("\u{FEFF}\u{FEFF}{}", 1),
      ("\n\"a\n\"", 2),
      ("\"\\x\"", 1), ("\"\\uD83D\"", 1), ("\"\\u12\"", 1), ("{a: 1}", 1), ("[1 2]", 1), ("'a'", 1), ("\"a", 1),
      ("\"\\", 1),
    ])
  func refused(text: String, line: Int) {
    let error = #expect(throws: DataFileError.self) { try JSONNode.parse(text, file: "f.json") }
    #expect(error?.line == line)
    #expect(error?.message.hasPrefix("f.json:\(line): ") == true)
  }

  @Test("A byte order mark, which Notepad writes, is no part of the data")
  func mark() throws {
    #expect(try JSONNode.parse("\u{FEFF}{\"a\": 1}\r\n")["a"]?.kind == .number("1"))
    let utf16 = #expect(throws: DataFileError.self) { try JSONNode.parse(bytes: [0xFF, 0xFE, 0x7B, 0, 0x7D, 0]) }
    #expect(utf16?.message.contains("is in UTF-16; save it in UTF-8") == true)
  }

  @Test("A data file may have comments to the end of a line; a question may not")
  func comments() throws {
    let text = "// a\n{\"a\": \"// no comment\", // b }\n \"c\": 1 //"
    let node = try JSONNode.parse(bytes: Array((text + "\n}").utf8))
    #expect(node["a"]?.kind == .string("// no comment"))
    #expect(node["c"]?.line == 3)
    #expect(throws: DataFileError.self) { try JSONNode.parse(text + "\n}") }
    #expect(throws: DataFileError.self) { try JSONNode.parse(bytes: Array((text + "}").utf8)) }
    #expect(throws: DataFileError.self) { try JSONNode.parse(bytes: Array("/ {}".utf8)) }
  }

  @Test("A value is changed in the text, and everything else stays")
  func edits() throws {
    func edit(_ text: String, _ key: String, _ value: String) throws -> String {
      String(decoding: try JSONEdit.setting(key, to: value, in: Array(text.utf8), file: "f"), as: UTF8.self)
    }
    #expect(try edit("{\"é\": 1, // x\n \"b\": [2] }", "b", "null") == "{\"é\": 1, // x\n \"b\": null }")
    #expect(try edit("{\"a\": 1 // last\n}\n", "b", "2") == "{\"a\": 1,\n  \"b\": 2 // last\n}\n")
    #expect(try edit("{}", "b", "2") == "{\n  \"b\": 2\n}")
    #expect(throws: DataFileError.self) { try edit("[]", "b", "2") }
    #expect(JSONEdit.quoted("a\"b\\\n\u{1}é") == #""a\"b\\\n\u0001é""#)
  }

  @Test("Nesting without end, broken UTF-8 and random bytes are refused without a trap")
  func hostile() {
    #expect(throws: DataFileError.self) { try JSONNode.parse(String(repeating: "[", count: 100_000)) }
    #expect(throws: DataFileError.self) { try JSONNode.parse(bytes: [0x22, 0xC3, 0x28, 0x22]) }
    var state: UInt64 = 1
    let alphabet = Array("{}[]\",:\\u0123e+-.tfn \n\u{E9}".utf8)
    for _ in 0..<20_000 {
      var bytes: [UInt8] = []
      for _ in 0..<16 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes.append(alphabet[Int(state >> 33) % alphabet.count])
      }
      _ = try? JSONNode.parse(bytes: bytes)
    }
  }
}
