import Foundation
import Readings
import TestSupport
import Testing

@testable import Words

@Suite struct `The words of an error code` {
  @Test(arguments: ErrorCode.allCases) func `are there in both languages`(code: ErrorCode) {
    let words = ErrorWords(code)
    #expect(words.both.en.hasSuffix(".") && words.both.en != "\(code)")
    #expect(words.both.ko.hasSuffix("."))
    #expect(words.both.ko.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) })
    #expect(words.cure.map { $0.hasSuffix(".") } ?? true)
  }

  @Test func `are written once, in the order of the codes, and for no other word`() {
    #expect(ErrorWords.written == ErrorCode.allCases.map(\.rawValue))
    #expect(ErrorWords.written == ErrorWords.written.sorted())
  }

  @Test func `are those of a code that a later version has`() throws {
    let code = try JSONDecoder().decode(ErrorCode.self, from: Data(#""of-a-later-version""#.utf8))
    #expect(code == .other)
  }

  /// `make errors` writes the list.
  @Test func `are the list in docs`() throws {
    let file = ProjectFile("docs/errors.md")
    if ProcessInfo.processInfo.environment["WRITE_ERRORS"] != nil {
      try ErrorWords.document.write(toFile: file.path, atomically: true, encoding: .utf8)
    }
    #expect(try file.text == ErrorWords.document, "make errors writes it")
  }
}
