import Documents
import TestSupport
import Testing

@Suite("CSV")
struct CSVTests {
  private func read(_ bytes: [UInt8], piece: Int = .max, separator: Character = ",") throws -> [CSVRow] {
    var reader = CSVReader(separator: separator.asciiValue ?? 44)
    var rows: [CSVRow] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      try reader.read(rest.prefix(piece), into: &rows)
      rest = rest.dropFirst(piece)
    }
    try reader.finish(into: &rows)
    return rows
  }

  private func fields(_ text: String) throws -> [[String]] { try read(Array(text.utf8)).map(\.fields) }

  private func fault(_ bytes: [UInt8]) -> CSVError? {
    do {
      _ = try read(bytes)
      return nil
    } catch { return error as? CSVError }
  }

  @Test("is written with units in the header, CR LF, and quotes only where they are needed")
  func writes() {
    let writer = CSVWriter([.init("time"), .init("CO2", unit: "ppm"), .init("note")])
    #expect(writer.header == "time,CO2 (ppm),note\r\n")
    #expect(writer.row(["2026-11-25T22:00:00.000Z", "812"]) == "2026-11-25T22:00:00.000Z,812,\r\n")
    #expect(writer.row([nil, nil, "a,b"]) == ",,\"a,b\"\r\n")
    #expect(writer.row(["", "say \"hi\"", "two\r\nlines"]) == ",\"say \"\"hi\"\"\",\"two\r\nlines\"\r\n")
    #expect(writer.row([" ", "침실", "x"]) == "\" \",침실,x\r\n")
  }

  @Test("that was written is read again without a loss, in pieces of any size")
  func roundTrip() throws {
    var random = SplitMix64(seed: 7)
    let letters: [String] = ["a", ",", "\"", "\r", "\n", "\r\n", " ", "침", "é", ";", "1.5", "\u{FEFF}"]
    for columns in 1...4 {
      let writer = CSVWriter((0..<columns).map { .init("column \($0)") })
      let rows = (0..<40).map { _ in
        (0..<columns).map { _ in
          (0..<Int.random(in: 0...4, using: &random)).map { _ in letters.randomElement(using: &random) ?? "" }.joined()
        }
      }
      let bytes = Array((writer.header + rows.map { writer.row($0) }.joined()).utf8)
      for piece in [1, 2, 3, 7, .max] {
        let found = try read(bytes, piece: piece).dropFirst().map { $0.fields.map { Array($0.utf8) } }
        #expect(found == rows.map { $0.map { Array($0.utf8) } })
      }
    }
  }

  @Test("has lines that end with CR LF, LF or CR, and the last may have no end", arguments: ["\r\n", "\n", "\r"])
  func lineEnds(end: String) throws {
    let rows = try read(Array(["a,b", "1,2", "", "\"x\(end)y\",3", "4,5"].joined(separator: end).utf8))
    #expect(rows.map(\.fields) == [["a", "b"], ["1", "2"], ["x\(end)y", "3"], ["4", "5"]])
    #expect(rows.map(\.line) == [1, 2, 4, 6])
  }

  @Test("may begin with a byte order mark")
  func byteOrderMark() throws {
    #expect(try fields("\u{FEFF}a,b\n1,2\n") == [["a", "b"], ["1", "2"]])
    #expect(try fields("\u{FEFF}") == [])
    #expect(try fields("") == [])
    #expect(try fields("a") == [["a"]])
    #expect(try fields(",") == [["", ""]])
    #expect(try fields("\"\"") == [[""]])
  }

  @Test("may have semicolons, if they are expected")
  func semicolons() throws {
    #expect(try read(Array("a;b\n1,5;2".utf8), separator: ";").map(\.fields) == [["a", "b"], ["1,5", "2"]])
  }

  @Test(
    "in UTF-16 is refused by its name",
    arguments: [[0xFF, 0xFE, 0x61, 0], [0xFE, 0xFF, 0, 0x61], [0x61, 0, 0x2C, 0], [0, 0x61]] as [[UInt8]])
  func utf16(bytes: [UInt8]) {
    #expect(fault(bytes)?.message == "line 1: the file is in UTF-16, which is not read; save it as CSV in UTF-8")
  }

  @Test("that is wrong is refused, with the line")
  func faults() {
    #expect(fault(Array("a,b\n1\n".utf8))?.message == "line 2: there are 1 fields; the first row has 2")
    #expect(fault(Array("a\n\nb\"c\n".utf8)) == CSVError(line: 3, reason: .quoteInField))
    #expect(fault(Array("a\r\n\"b\"c".utf8)) == CSVError(line: 2, reason: .textAfterQuote))
    #expect(fault(Array("a\n\"b\n\nc".utf8)) == CSVError(line: 4, reason: .openQuote))
    #expect(fault(Array("a\n".utf8) + [0xFF, 0x0A]) == CSVError(line: 2, reason: .notUTF8))
    #expect(fault(Array("a\nb".utf8) + [0]) == CSVError(line: 2, reason: .zeroByte))
    let long = [UInt8](repeating: 0x61, count: CSVReader.longestField + 1)
    #expect(fault(long) == CSVError(line: 1, reason: .longField(limit: CSVReader.longestField)))
    let many = [UInt8](repeating: 0x2C, count: CSVReader.mostFields)
    #expect(fault(many) == CSVError(line: 1, reason: .manyFields(limit: CSVReader.mostFields)))
  }

  @Test("may have an empty field more or less at the end of its rows, and other rows before its header")
  func looseEnds() throws {
    #expect(try fields("a,b\n1,2,\n") == [["a", "b"], ["1", "2"]])
    #expect(try fields("a,b,\n1,2\n3,4,\n") == [["a", "b", ""], ["1", "2", ""], ["3", "4", ""]])
    #expect(fault(Array("a,b\n1\n".utf8)) == CSVError(line: 2, reason: .fieldCount(1, expected: 2)))
    #expect(fault(Array("a,b\n1,2,3\n".utf8)) == CSVError(line: 2, reason: .fieldCount(3, expected: 2)))
    var reader = CSVReader(preamble: 2), rows: [CSVRow] = []
    try reader.read(Array("Name,Sport,Date\nA,B\na,b\n1,2\n".utf8), into: &rows)
    #expect(rows.map(\.fields.count) == [3, 2, 2, 2])
    #expect(throws: CSVError.self) { try reader.read(Array("1,2,3\n".utf8), into: &rows) }
  }

  @Test("reads no more after an error")
  func staysWrong() throws {
    var reader = CSVReader()
    var rows: [CSVRow] = []
    #expect(throws: CSVError.self) { try reader.read(Array("a\"".utf8), into: &rows) }
    #expect(throws: CSVError.self) { try reader.read(Array("b\n".utf8), into: &rows) }
    #expect(throws: CSVError.self) { try reader.finish(into: &rows) }
    #expect(rows.isEmpty)
  }

  @Test("of random bytes gives rows or an error, and no trap")
  func randomBytes() {
    var random = SplitMix64(seed: 11)
    let bytes: [UInt8] = [0x22, 0x2C, 0x0A, 0x0D, 0x61, 0xEC, 0xB9, 0xA8, 0xEF, 0xBB, 0xBF, 0x20, 0xFF]
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in bytes.randomElement(using: &random) ?? 0 }
      _ = fault(text)
    }
  }
}
