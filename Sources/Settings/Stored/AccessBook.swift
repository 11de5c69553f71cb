import Readings

/// The code that admits a browser, and the browsers that it has admitted. A pure value: time and random numbers are
/// arguments.
///
/// A code has six digits, holds ten minutes and lets one browser in. Each visitor has a first try that no other can use
/// up, as far as 64 visitors have one and 32 of a network; of further tries a visitor has four, and all have ten. So a
/// stranger guesses one of a million with a chance of 1 to 200,000 from one device and of 1 to 13,000 from many, and
/// keeps the owner out only with 32 addresses.
package struct AccessBook: Codable, Sendable, Equatable {
  package struct Code: Codable, Sendable, Equatable {
    package let digits: String
    package let role: Role
    /// Milliseconds since 1970.
    package let madeAt: Int64
    package fileprivate(set) var wrongTries = 0
    /// The same of each visitor. Missing in a file of an earlier version.
    fileprivate var triesBy: [String: Int]?

    /// How many wrong codes came from elsewhere than from a visitor.
    package func triesOfOthers(than visitor: String) -> Int { wrongTries - (triesBy?[visitor] ?? 0) }

    fileprivate func hasTry(for visitor: String) -> Bool {
      let tries = triesBy ?? [:], own = tries[visitor] ?? 0
      if own > 0 { return own < AccessBook.mostTriesOfOne && wrongTries - tries.count < AccessBook.mostFurtherTries }
      let near = tries.keys.count { AccessBook.network(of: $0) == AccessBook.network(of: visitor) }
      return tries.count < AccessBook.mostFirstTries && near < AccessBook.mostFirstTriesOfNetwork
    }
  }

  package struct Visitor: Codable, Sendable, Equatable {
    /// What its cookie holds.
    package let token: String
    package let role: Role
    /// Milliseconds since 1970.
    package let since: Int64
  }

  /// A program that reads figures, such as a collector of metrics. It shows its token with each request, for as long as it is
  /// listed.
  package struct Reader: Codable, Sendable, Equatable {
    package let name: String
    fileprivate let token: String
  }

  package enum Attempt: Sendable, Equatable {
    case entered(Role)
    case wrong
    /// Too many wrong codes were tried. A visitor that has not tried yet can still enter.
    case tooOften
    /// There is no code, or it is too old.
    case noCode
  }

  package private(set) var code: Code?
  /// The newest last.
  package private(set) var visitors: [Visitor] = []

  /// Missing in a file of an earlier version.
  private var namedReaders: [Reader]?
  package var readers: [Reader] { namedReaders ?? [] }

  /// How long a code holds, ms.
  package static let codeLife: Int64 = 10 * 60 * 1000
  /// Wrong tries of all visitors, without the first of each. These four numbers are our own choice.
  package static let mostFurtherTries = 10
  /// Wrong tries of one visitor.
  package static let mostTriesOfOne = 5
  /// How many visitors have a first try, and how many of one network.
  package static let mostFirstTries = 64
  package static let mostFirstTriesOfNetwork = 32
  /// How long a browser stays signed in, ms: 30 days, used or not (OWASP ASVS 4.0.3, 3.3.2 at level 1).
  package static let visitLife: Int64 = 30 * 86_400 * 1000
  /// The oldest visitor goes when there are more.
  package static let mostVisitors = 32
  package static let mostReaders = 16

  package init() {}

  /// Makes a new code; an earlier one can no longer be used.
  /// - Parameter number: random, of all numbers alike.
  package mutating func newCode(_ number: UInt64, for role: Role, at now: Int64) -> String {
    let digits = (number % 1_000_000).digits(6)
    code = Code(digits: digits, role: role, madeAt: now)
    return digits
  }

  /// Checks a code that a person enters.
  /// - Parameters:
  ///   - digits: as typed; blanks do not count.
  ///   - visitor: where it comes from: an address, or a network of IPv6.
  ///   - token: for the cookie, random.
  package mutating func enter(
    _ digits: String, from visitor: String = "", token: String, at now: Int64
  ) -> Attempt {
    guard var code, Self.isAlive(since: code.madeAt, for: Self.codeLife, at: now) else {
      self.code = nil
      return .noCode
    }
    guard Self.isCode(digits) else { return .wrong }
    guard code.hasTry(for: visitor) else { return .tooOften }
    guard digits.filter({ !$0.isWhitespace }) == code.digits else {
      code.wrongTries += 1
      code.triesBy = (code.triesBy ?? [:]).merging([visitor: 1]) { $0 + $1 }
      self.code = code
      return .wrong
    }
    self.code = nil
    visitors.removeAll { !Self.isAlive(since: $0.since, for: Self.visitLife, at: now) }
    visitors.append(Visitor(token: token, role: code.role, since: now))
    visitors.removeFirst(max(0, visitors.count - Self.mostVisitors))
    return .entered(code.role)
  }

  /// The first 24 bits of an address of IPv4, and of a network of IPv6 the 48 that a site has (RFC 6177).
  private static func network(of visitor: String) -> Substring {
    visitor.lastIndex(of: ".").map { visitor[..<$0] } ?? visitor.prefix(12)
  }

  /// Whether a text can be a code: six digits, with blanks or without. Anything else is no try.
  package static func isCode(_ text: String) -> Bool {
    let digits = text.filter { !$0.isWhitespace }
    return digits.count == 6 && digits.utf8.count == 6 && digits.allSatisfy(\.isNumber)
  }

  /// What the holder of a cookie may do; `nil` for a stranger.
  package func role(of token: String, at now: Int64) -> Role? {
    // All are compared in full, so that the time reveals nothing.
    var found: Role?
    for visitor in visitors where Self.isSame(visitor.token, token) {
      if Self.isAlive(since: visitor.since, for: Self.visitLife, at: now) { found = visitor.role }
    }
    return found
  }

  /// Lets the holder of a cookie in no more.
  package mutating func leave(_ token: String) { visitors.removeAll { Self.isSame($0.token, token) } }

  /// Signs all browsers out, and lets no program read.
  package mutating func leaveAll() { (code, visitors, namedReaders) = (nil, [], nil) }

  /// Lets a program read figures. One of the same name gets a new token.
  /// - Returns: whether there was room.
  package mutating func add(reader name: String, token: String) -> Bool {
    remove(reader: name)
    guard readers.count < Self.mostReaders else { return false }
    namedReaders = readers + [Reader(name: name, token: token)]
    return true
  }

  /// - Returns: whether there was one of this name.
  @discardableResult
  package mutating func remove(reader name: String) -> Bool {
    defer { namedReaders?.removeAll { $0.name == name } }
    return readers.contains { $0.name == name }
  }

  package func isReader(_ token: String) -> Bool {
    readers.reduce(false) { Self.isSame($1.token, token) || $0 }
  }

  /// A clock that was set back ends it as well: its age is not known.
  private static func isAlive(since start: Int64, for life: Int64, at now: Int64) -> Bool {
    start <= now && now < start.addingReportingOverflow(life).partialValue
  }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count, !left.isEmpty else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
