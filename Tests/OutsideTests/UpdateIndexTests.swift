import Readings
import Settings
import Testing

@testable import Outside

@Suite struct `The index of updates at a web server` {
  private static let sum = "\"sha256\": \"\(String(repeating: "0a", count: 32))\""

  private func read(_ text: String) throws -> UpdateIndex { try UpdateIndex.read(Array(text.utf8)) }

  @Test func `names the newest update and its size`() throws {
    let index = try read(#"{"file": "lapwing-0.2.0-rpi-arm64.raucb", "size": 5, "other": [], \#(Self.sum)}"#)
    #expect(index.file == "lapwing-0.2.0-rpi-arm64.raucb" && index.size == 5)
  }

  @Test(arguments: [
    "", "<html>", "[]", "{}", #"{"file": 1, "size": 1}"#, #"{"file": "lapwing-1.0.0-rpi-arm64.raucb"}"#,
    #"{"file": "lapwing-1.0.0-rpi-arm64.raucb", "size": 1.5}"#,
    #"{"file": "lapwing-1.0.0-rpi-arm64.raucb", "size": 99999999999999999999}"#,
    #"{"file": "../lapwing-1.0.0-rpi-arm64.raucb", "size": 5}"#, #"{"file": "lapwing-/../1.raucb", "size": 5}"#,
    #"{"file": "lapwing-9.0.0.raucb", "size": 5}"#, #"{"file": "x.raucb", "size": 5}"#,
    #"{"file": "lapwing-1.0.0-rpi-arm64.raucb", "size": 0}"#,
    #"{"file": "lapwing-1.0.0-rpi-arm64.raucb", "size": -1}"#,
    #"{"file": "lapwing-1.0.0-rpi-arm64.raucb", "size": 805306369}"#,
  ])
  func `that is something else is refused with a sentence`(text: String) throws {
    let whole = text.replacing("}", with: ", \(Self.sum)}")
    let error = try #require(throws: LapwingError.self) { try read(whole) }
    #expect(error.code == .badUpdateIndex && error.message.contains("must be"))
  }

  @Test(arguments: [#""sha256": "0a""#, #""sha256": "\#(String(repeating: "g", count: 64))""#, #""other": 1"#])
  func `must have the sum of the update`(sum: String) throws {
    let text = #"{"file": "lapwing-1.0.0-rpi-arm64.raucb", "size": 5, \#(sum)}"#
    let error = try #require(throws: LapwingError.self) { try read(text) }
    #expect(error.message.contains("sha256"))
  }

  @Test(arguments: [
    ("https://example.org/a/b.json", "/a/u.raucb"), ("https://example.org/b.json?x=/y", "/u.raucb"),
    ("https://example.org", "/u.raucb"), ("http://192.168.1.2:8000/a/", "/a/u.raucb"),
  ])
  func `has its update beside it`(index: String, target: String) {
    let address = WebAddress(index)
    let file = address?.beside("u.raucb")
    #expect(file?.target == target && file?.origin == address?.origin)
  }
}
