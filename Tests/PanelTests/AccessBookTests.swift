import Settings
import Testing

@testable import Panel

@Suite struct `A code for the page` {
  private let start: Int64 = 1_800_000_000_000
  private let minute: Int64 = 60_000

  private func book(_ role: Role = .change) -> (book: AccessBook, code: String) {
    var book = AccessBook()
    let code = book.newCode(42, for: role, at: start)
    return (book, code)
  }

  @Test func `has six digits, of any number`() {
    var book = AccessBook()
    #expect(book.newCode(0, for: .look, at: start) == "000000")
    #expect(book.newCode(42, for: .look, at: start) == "000042")
    #expect(book.newCode(.max, for: .look, at: start).count == 6)
  }

  @Test(arguments: Role.allCases) func `lets one browser in, with its role`(role: Role) {
    var (book, code) = book(role)
    #expect(book.enter(" 000 042 ", token: "a", at: start + minute) == .entered(role))
    #expect(book.role(of: "a", at: start + minute) == role)
    #expect(book.role(of: "b", at: start + minute) == nil)
    #expect(book.enter(code, token: "b", at: start + minute) == .noCode)
  }

  @Test func `holds ten minutes`() {
    var (book, code) = book()
    #expect(book.enter(code, token: "a", at: start + 10 * minute) == .noCode)
    (book, code) = self.book()
    #expect(book.enter(code, token: "a", at: start + 10 * minute - 1) == .entered(.change))
  }

  @Test func `is gone when the clock was set back`() {
    var (book, code) = book()
    #expect(book.enter(code, token: "a", at: start - 1) == .noCode)
  }

  @Test func `lets an owner in whom others want to keep out, as long as they have few addresses`() {
    var (book, code) = book()
    for number in 0..<31 {
      for _ in 0..<9 { _ = book.enter("000041", from: "192.0.2.\(number)", token: "a", at: start) }
    }
    // Each has its first try, and all together have ten more.
    #expect(book.code?.wrongTries == 41 && book.code?.triesOfOthers(than: "192.0.2.200") == 41)
    var other = book
    #expect(other.enter(code, from: "192.0.2.200", token: "a", at: start) == .entered(.change))
    #expect(book.enter("000041", from: "192.0.2.201", token: "a", at: start) == .wrong)
    #expect(book.enter(code, from: "192.0.2.201", token: "a", at: start) == .tooOften)
    // A whole network has 32 first tries; another one goes on.
    #expect(book.enter(code, from: "192.0.2.200", token: "a", at: start) == .tooOften)
    #expect(book.enter(code, from: "20010db800010002/64", token: "a", at: start) == .entered(.change))
  }

  @Test func `gives 64 visitors a try, of however many networks`() {
    var (book, code) = book()
    for number in 0..<64 { #expect(book.enter("000041", from: "10.0.\(number).1", token: "a", at: start) == .wrong) }
    #expect(book.enter(code, from: "192.0.2.200", token: "a", at: start) == .tooOften)
  }

  @Test func `is not used up by one address, nor by what is no code`() {
    var (book, code) = book()
    for text in ["", "1", "12345", "1234567", "abcdef", "１２３４５６"] {
      for _ in 0..<20 { #expect(book.enter(text, from: "he", token: "a", at: start) == .wrong) }
    }
    #expect(book.code?.wrongTries == 0)
    for _ in 0..<5 { #expect(book.enter("000041", from: "he", token: "a", at: start) == .wrong) }
    for _ in 0..<50 { #expect(book.enter("000041", from: "he", token: "a", at: start) == .tooOften) }
    #expect(book.enter(code, from: "he", token: "a", at: start) == .tooOften, "he goes on guessing")
    #expect(book.enter(code, from: "me", token: "a", at: start) == .entered(.change))
  }

  @Test func `takes the place of an earlier one`() {
    var (book, code) = book()
    _ = book.newCode(43, for: .look, at: start)
    #expect(book.enter(code, token: "a", at: start) == .wrong)
  }

  @Test func `lets nobody in any more who has left`() {
    var (book, code) = book()
    _ = book.enter(code, token: "a", at: start)
    book.leave("a")
    #expect(book.role(of: "a", at: start) == nil)
  }

  @Test func `signs a browser out after ninety days`() {
    var (book, code) = book()
    _ = book.enter(code, token: "a", at: start)
    #expect(book.role(of: "a", at: start + AccessBook.visitLife - 1) == .change)
    #expect(book.role(of: "a", at: start + AccessBook.visitLife) == nil)
  }

  @Test func `keeps no more than 32 browsers, the newest`() {
    var book = AccessBook()
    for number in 0..<40 {
      let code = book.newCode(UInt64(number), for: .look, at: start)
      _ = book.enter(code, token: "\(number)", at: start)
    }
    #expect(book.visitors.map(\.token) == (8..<40).map { "\($0)" })
  }

  @Test func `lets at most 16 programs read, each by its latest token, until everybody is signed out`() {
    var book = AccessBook()
    let added = (0..<17).map { book.add(reader: "\($0)", token: "a\($0)") }
    #expect(added == Array(repeating: true, count: 16) + [false])
    let isAgain = book.add(reader: "3", token: "b")
    #expect(isAgain && book.isReader("b") && !book.isReader("a3") && book.isReader("a4") && !book.isReader(""))
    #expect(book.role(of: "a4", at: start) == nil, "it opens no page")
    let isRemoved = book.remove(reader: "4")
    #expect(isRemoved && !book.isReader("a4"))
    book.leaveAll()
    #expect(book.readers.isEmpty && !book.isReader("b"))
  }

  @Test func `gives an empty cookie no role`() {
    #expect(AccessBook().role(of: "", at: start) == nil)
  }
}
