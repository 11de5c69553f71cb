import Characters

/// A QR code (ISO/IEC 18004:2015): bytes, level M of correction (15 % of the code may be unreadable), versions 1 to 6.
///
/// The mask is always the first one: the code says which it is, so every reader takes it.
package struct QRCode: Sendable, Equatable {
  /// Modules on a side.
  package let size: Int
  /// Row by row; dark ones are true.
  package private(set) var modules: [Bool]
  /// Those that hold no data.
  private var isFixed: [Bool]

  /// How a version holds its bytes at level M: blocks of the same size, each with so many bytes of data and of correction (table 9).
  private static let versions = [(1, 16, 10), (1, 28, 16), (1, 44, 26), (2, 32, 18), (2, 43, 24), (4, 27, 16)]

  /// - Returns: `nil` for more than 106 bytes.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    // Four bits say that it is bytes, eight how many.
    guard let place = Self.versions.firstIndex(where: { $0.0 * $0.1 - 2 >= bytes.count }) else { return nil }
    size = 21 + 4 * place
    modules = Array(repeating: false, count: size * size)
    isFixed = modules
    drawFixed(version: place + 1)
    let (blocks, data, correction) = Self.versions[place]
    draw(Self.interleaved(Self.padded(bytes, to: blocks * data), blocks, data, correction))
  }

  package func isDark(_ x: Int, _ y: Int) -> Bool { modules[y * size + x] }

  private static func padded(_ bytes: [UInt8], to count: Int) -> [UInt8] {
    var result = [0x40 | UInt8(bytes.count) >> 4], rest = (UInt8(bytes.count) & 15) << 4
    for byte in bytes {
      result.append(rest | byte >> 4)
      rest = byte << 4
    }
    // The last four bits end the message, and these two bytes fill the rest (7.4.10).
    result.append(rest)
    for place in 0..<max(0, count - result.count) { result.append(place % 2 == 0 ? 0xEC : 0x11) }
    return Array(result.prefix(count))
  }

  private static func interleaved(_ bytes: [UInt8], _ blocks: Int, _ data: Int, _ correction: Int) -> [UInt8] {
    let parts = (0..<blocks).map { Array(bytes[$0 * data..<($0 + 1) * data]) }
    let ends = parts.map { self.correction(of: $0, count: correction) }
    return (0..<data).flatMap { place in parts.map { $0[place] } }
      + (0..<correction).flatMap { place in ends.map { $0[place] } }
  }

  /// The remainder of the division by the generator polynomial (Reed and Solomon, in the field of x^8 + x^4 + x^3 + x^2 + 1).
  private static func correction(of data: [UInt8], count: Int) -> [UInt8] {
    var generator: [UInt8] = [1], root: UInt8 = 1
    for _ in 0..<count {
      var next = generator + [0]
      for place in generator.indices { next[place + 1] ^= product(generator[place], root) }
      (generator, root) = (next, product(root, 2))
    }
    var rest = data + Array(repeating: 0, count: count)
    for place in data.indices {
      let factor = rest[place]
      for (offset, term) in generator.enumerated() { rest[place + offset] ^= product(term, factor) }
    }
    return Array(rest.suffix(count))
  }

  private static func product(_ one: UInt8, _ other: UInt8) -> UInt8 {
    var result: UInt8 = 0
    for bit in stride(from: 7, through: 0, by: -1) {
      result = result << 1 ^ (result >> 7) &* 0x1D
      if other >> UInt8(bit) & 1 == 1 { result ^= one }
    }
    return result
  }

  private mutating func fix(_ x: Int, _ y: Int, _ isDark: Bool) {
    guard (0..<size).contains(x), (0..<size).contains(y) else { return }
    modules[y * size + x] = isDark
    isFixed[y * size + x] = true
  }

  private mutating func drawFixed(version: Int) {
    for place in 0..<size {
      fix(place, 6, place % 2 == 0)
      fix(6, place, place % 2 == 0)
    }
    for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] {
      for dx in -4...4 {
        for dy in -4...4 {
          let ring = max(abs(dx), abs(dy))
          fix(x + dx, y + dy, ring != 2 && ring != 4)
        }
      }
    }
    if version > 1 {
      let centre = size - 7
      for dx in -2...2 { for dy in -2...2 { fix(centre + dx, centre + dy, max(abs(dx), abs(dy)) != 1) } }
    }
    drawFormat()
  }

  /// Level M and the first mask, with the correction that belongs to them (table C.1), in two copies.
  private mutating func drawFormat() {
    let format = 0x5412
    func bit(_ place: Int) -> Bool { format >> place & 1 == 1 }
    for place in 0..<6 { fix(8, place, bit(place)) }
    fix(8, 7, bit(6))
    fix(8, 8, bit(7))
    fix(7, 8, bit(8))
    for place in 9..<15 { fix(14 - place, 8, bit(place)) }
    for place in 0..<8 { fix(size - 1 - place, 8, bit(place)) }
    for place in 8..<15 { fix(8, size - 15 + place, bit(place)) }
    fix(8, size - 8, true)
  }

  /// Two columns at a time, from the right, up and down in turn.
  private mutating func draw(_ bytes: [UInt8]) {
    var place = 0, isUpward = true
    var right = size - 1
    while right > 0 {
      // The column of the timing pattern is none.
      if right == 6 { right = 5 }
      for step in 0..<size {
        let y = isUpward ? size - 1 - step : step
        for x in [right, right - 1] where !isFixed[y * size + x] {
          let isDark = place < bytes.count * 8 && bytes[place / 8] >> UInt8(7 - place % 8) & 1 == 1
          modules[y * size + x] = isDark != ((x + y) % 2 == 0)
          place += 1
        }
      }
      isUpward.toggle()
      right -= 2
    }
  }

  /// A drawing with the light margin that readers need. It is dark on white in every scheme of colours.
  /// - Parameter title: what a reader of the screen says.
  package func svg(title: String) -> String {
    var path = ""
    for y in 0..<size {
      for x in 0..<size where isDark(x, y) { path += "M\(x + 4) \(y + 4)h1v1h-1z" }
    }
    let side = size + 8
    return "<svg class=\"qr\" role=\"img\" viewBox=\"0 0 \(side) \(side)\" shape-rendering=\"crispEdges\">"
      + "<title>\(XMLText.escaped(title))</title><path fill=\"#fff\" d=\"M0 0h\(side)v\(side)H0z\"/>"
      + "<path fill=\"#000\" d=\"\(path)\"/></svg>"
  }

  /// As lines for a terminal, two rows of modules in each; dark is what is not printed, on a dark terminal.
  package var text: String {
    func isLight(_ x: Int, _ y: Int) -> Bool {
      guard (0..<size).contains(x), (0..<size).contains(y) else { return true }
      return !isDark(x, y)
    }
    return stride(from: -2, to: size + 2, by: 2).map { y in
      (-2..<size + 2).map { x in
        switch (isLight(x, y), isLight(x, y + 1)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }.joined()
    }.joined(separator: "\n")
  }
}
