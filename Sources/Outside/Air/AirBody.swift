import FoundationEssentials

/// Reads an answer as it comes.
protocol AirBodyReader: Sendable {
  /// - Throws: a sentence without its subject, for people.
  mutating func receive(_ bytes: [UInt8]) throws(AirBodyFault)
  mutating func end() throws(AirBodyFault)
}

struct AirBodyFault: Error {
  let sentence: String

  init(_ sentence: String) { self.sentence = sentence }

  init(_ fault: JSONElements.Fault) {
    switch fault {
    case .noJSON(let text): self.init("its answer is no JSON, and begins with “\(text)”; check its address")
    case .longElement: self.init("its answer is not of its kind: a part of it is too long")
    case .cut: self.init("its answer ended in the middle")
    }
  }
}

/// A small answer.
struct WholeBody: AirBodyReader {
  /// In bytes.
  private static let longest = 1 << 20

  private(set) var bytes: [UInt8] = []
  private var elements = JSONElements()

  mutating func receive(_ new: [UInt8]) throws(AirBodyFault) {
    do throws(JSONElements.Fault) { try elements.receive(new) { _ in } } catch { throw AirBodyFault(error) }
    bytes += new
    guard bytes.count <= Self.longest else { throw AirBodyFault("its answer is too long, and was not read") }
  }

  mutating func end() throws(AirBodyFault) {
    do throws(JSONElements.Fault) { try elements.end() } catch { throw AirBodyFault(error) }
  }
}

/// A list of objects: each goes into the result when it is there.
struct ListBody<Element: Decodable & Sendable, Result: Sendable>: AirBodyReader {
  private(set) var result: Result
  private let mostElements: Int
  private let take: @Sendable (inout Result, Element) -> Void
  private var elements = JSONElements()
  private(set) var understood = 0
  private var broken = 0

  /// - Parameter mostElements: that are read; a result that grows with each would fill the memory otherwise.
  init(
    _ result: Result, mostElements: Int = 5000, _ take: @escaping @Sendable (inout Result, Element) -> Void
  ) {
    (self.result, self.mostElements, self.take) = (result, mostElements, take)
  }

  mutating func receive(_ bytes: [UInt8]) throws(AirBodyFault) {
    // One that is no such object is left out; another one may be.
    let decoder = JSONDecoder()
    var found: [Element] = [], broken = 0
    do throws(JSONElements.Fault) {
      try elements.receive(bytes) { element in
        if let element = try? decoder.decode(Element.self, from: Data(element)) {
          found.append(element)
        } else {
          broken += 1
        }
      }
    } catch {
      throw AirBodyFault(error)
    }
    understood += found.count
    self.broken += broken
    guard understood + self.broken <= mostElements else {
      throw AirBodyFault("its answer has more than \(mostElements) parts, and was not read")
    }
    for element in found { take(&result, element) }
  }

  mutating func end() throws(AirBodyFault) {
    do throws(JSONElements.Fault) { try elements.end() } catch { throw AirBodyFault(error) }
    if understood == 0, broken > 0 {
      throw AirBodyFault("its answer is not understood: none of its \(broken) parts has what it should have")
    }
  }
}

/// A text line by line.
struct LinesBody<Result: Sendable>: AirBodyReader {
  /// In bytes.
  private static var longest: Int { 64 << 10 }

  private(set) var result: Result
  private let take: @Sendable (inout Result, String) throws(AirBodyFault) -> Void
  private var rest: [UInt8] = []

  init(_ result: Result, _ take: @escaping @Sendable (inout Result, String) throws(AirBodyFault) -> Void) {
    (self.result, self.take) = (result, take)
  }

  mutating func receive(_ bytes: [UInt8]) throws(AirBodyFault) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") { try line() } else { rest.append(byte) }
      guard rest.count <= Self.longest else { throw AirBodyFault("its answer has no lines; check its address") }
    }
  }

  mutating func end() throws(AirBodyFault) { if !rest.isEmpty { try line() } }

  private mutating func line() throws(AirBodyFault) {
    if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
    let text = String(decoding: rest, as: UTF8.self)
    rest.removeAll(keepingCapacity: true)
    try take(&result, text)
  }
}

/// A number that a source writes as a number or as a text; `nil` for anything else, such as "-".
struct LooseNumber: Decodable, Sendable, Equatable {
  let value: Double?

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    value = (try? container.decode(Double.self)) ?? (try? container.decode(String.self)).flatMap { Double($0) }
  }
}

/// A number of a station that a source writes as a number or as a text.
struct LooseName: Decodable, Sendable, Equatable {
  let text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    text = try (try? container.decode(Int64.self)).map(String.init) ?? container.decode(String.self)
  }
}
