extension BinaryInteger {
  /// Its digits after as many zeros as fill a width, such as `07`.
  package func digits(_ width: Int, radix: Int = 10, uppercase: Bool = false) -> String {
    let text = String(self, radix: radix, uppercase: uppercase)
    return String(repeating: "0", count: Swift.max(0, width - text.count)) + text
  }
}
