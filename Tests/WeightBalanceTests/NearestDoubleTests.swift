import Testing

@testable import WeightBalance

@Suite struct `The nearest binary number` {
  @Test func `is that of the standard library, for every size and beside every tie`() {
    for bits in 0..<127 {
      let power = Int128(1) << Int128(bits)
      // The last bit that a Double holds, and half of it.
      let last = Int128(1) << Int128(max(0, bits - 52)), half = last / 2
      for base in [power, power + last, power + last * 2, power + last * 3] {
        for near in [base, base + 1, base - 1, base + half, base + half + 1, base + half - 1, base - half] {
          #expect(Double(nearest: near) == Double(near), "\(near)")
          #expect(Double(nearest: -near) == Double(-near), "\(-near)")
        }
      }
    }
    for value in [0, Int128.max, Int128.min, Int128.min + 1] { #expect(Double(nearest: value) == Double(value)) }
  }
}
