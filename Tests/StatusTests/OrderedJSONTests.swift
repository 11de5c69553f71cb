import Foundation
import Status
import Testing

@Suite struct `JSON in the order of its keys` {
  private struct Numbers: Codable, Equatable {
    var z: Int8 = -128
    var y: UInt64 = .max
    var x: Double = 0.1
    var w: Float = 0.5
    var v = [1.0, -0.5, 1e300]
    var u: Bool? = true
    var t: String?
    var s = [[UInt8]](repeating: [1, 2], count: 2)
    var r: [String: Int] = ["a": 1]
    var q = Letter.b
    var p: [Int?] = [1, nil]
    var o: [Numbers]? = []
  }

  private enum Letter: String, Codable { case a, b }

  @Test func `is the order of the type, with the shortest digits`() throws {
    let text = OrderedJSON.text(of: Numbers())
    #expect(
      text == #"{"z":-128,"y":18446744073709551615,"x":0.1,"w":0.5,"v":[1,-0.5,1e+300],"u":true,"#
        + #""s":[[1,2],[1,2]],"r":{"a":1},"q":"b","p":[1,null],"o":[]}"#)
    #expect(try JSONDecoder().decode(Numbers.self, from: Data(text.utf8)) == Numbers())
  }

  @Test(arguments: [
    (Double.nan, "null"), (.infinity, "null"), (-0.0, "0"), (1e15, "1000000000000000"),
    (0.1 + 0.2, "0.30000000000000004"), (22.15, "22.15"),
  ])
  func `writes a number alone`(value: Double, text: String) { #expect(OrderedJSON.text(of: value) == text) }

  /// What encodes its parts by hand, one in the other.
  private struct Nested: Encodable {
    enum Key: String, CodingKey { case first, list, last }

    func encode(to encoder: any Encoder) throws {
      var object = encoder.container(keyedBy: Key.self)
      var first = object.nestedContainer(keyedBy: Key.self, forKey: .first)
      var list = object.nestedUnkeyedContainer(forKey: .list)
      try object.encode("end", forKey: .last)
      try list.encode(1)
      var inner = list.nestedContainer(keyedBy: Key.self)
      var innermost = list.nestedUnkeyedContainer()
      try list.encodeNil()
      try innermost.encode("x")
      try inner.encodeNil(forKey: .first)
      try first.encode(2, forKey: .last)
      #expect(list.count == 4)
    }
  }

  @Test func `keeps the place of what is filled later`() {
    #expect(
      OrderedJSON.text(of: Nested()) == #"{"first":{"last":2},"list":[1,{"first":null},["x"],null],"last":"end"}"#)
  }

  @Test func `has the members of several values side by side`() {
    let none = [String: Int]()
    let line = JSONObject().adding(none).adding(["a": 1] as JSONObject).adding(["b": 2]).adding(none)
    #expect(line.text == #"{"a":1,"b":2}"#)
  }
}
