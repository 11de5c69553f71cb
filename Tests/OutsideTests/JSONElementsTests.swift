import Testing

@testable import Outside

@Suite struct `A list of objects in JSON that comes in pieces` {
  private func cut(_ text: String, pieces: Int = 1) throws -> [String] {
    var elements = JSONElements(), found: [String] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      try elements.receive(Array(bytes[start..<min(start + pieces, bytes.count)])) {
        found.append(String(decoding: $0, as: UTF8.self))
      }
    }
    try elements.end()
    return found
  }

  @Test(arguments: [1, 2, 3, 7, 1000]) func `is cut into its objects, wherever the pieces end`(pieces: Int) throws {
    #expect(try cut(#"[{"a":1},{"b":[{"c":2}]}]"#, pieces: pieces) == [#"{"a":1}"#, #"{"b":[{"c":2}]}"#])
    #expect(try cut(#"{"meta":{"n":2},"results":[{"a":"}]\"{"}]}"#, pieces: pieces) == [#"{"a":"}]\"{"}"#])
    #expect(try cut(#"{"data":{"x":1}}"#, pieces: pieces) == [])
    #expect(try cut(" \n[]", pieces: pieces) == [])
    #expect(try cut(#"[{"a":"\\"}]"#, pieces: pieces) == [#"{"a":"\\"}"#])
  }

  @Test func `is refused if it is something else, has no end, or has a part without one`() {
    #expect(throws: JSONElements.Fault.noJSON("<html>")) { try cut("<html>", pieces: 100) }
    #expect(throws: JSONElements.Fault.noJSON("")) { try cut("") }
    for text in ["[{", #"[{"a":"}]"#, "[{}", "[}", "[{]", "]"] {
      #expect(throws: JSONElements.Fault.self) { try cut(text) }
    }
    let long = #"[{"a":""# + String(repeating: "x", count: JSONElements.longest) + #""}]"#
    #expect(throws: JSONElements.Fault.longElement) { try cut(long, pieces: 1000) }
    #expect(throws: JSONElements.Fault.longElement) { try cut(String(repeating: "[", count: 100), pieces: 100) }
  }
}
