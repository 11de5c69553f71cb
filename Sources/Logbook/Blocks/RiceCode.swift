/// A Rice code that follows its numbers: a number is divided by 2^k, the quotient is written as that many ones and a
/// zero, and the remainder in k bits. k follows from the numbers before, as in LOCO-I (M. J. Weinberger, G. Seroussi,
/// G. Sapiro, IEEE Trans. Image Processing 9, 2000), so that nothing needs to be stored for it.
struct RiceCode {
  /// A quotient of this size or more is written as this many ones and the number in 64 bits.
  private static let escape = 24
  /// After this many numbers the sums are halved, so that later numbers count for more.
  private static let memory: UInt64 = 64
  /// Larger numbers count as this, so that one of them does not spoil the rule for those that follow.
  private static let largest: UInt64 = 1 << 20

  private var count: UInt64 = 1
  /// The sum of the last numbers, in halves.
  private var sum: UInt64

  /// What part of the mean 2^k is to be at least, in tenths.
  private let tenths: UInt64

  init() { (sum, tenths) = (2, 6) }

  /// For numbers that are large from the first one on, such as the differences of CO2: 12 and a half are the best for a
  /// simulated year.
  static let ofLarge = RiceCode(sum: 12, tenths: 5)

  private init(sum: UInt64, tenths: UInt64) { (self.sum, self.tenths) = (sum, tenths) }

  /// The smallest k for which 2^k is at least that part of the mean.
  private var parameter: Int {
    let (part, whole) = (sum &* tenths, count &* 10)
    // Shifted so that it is as long as the part, the whole is at least half of it and at most twice.
    let k = max(0, whole.leadingZeroBitCount - part.leadingZeroBitCount)
    return min(40, whole &<< UInt64(k) < part ? k + 1 : k)
  }

  private mutating func follow(_ value: UInt64) {
    sum += min(value, Self.largest)
    count += 1
    if count > Self.memory {
      sum >>= 1
      count >>= 1
    }
  }

  mutating func write(_ value: UInt64, to bits: inout BitWriter) {
    let k = parameter
    let quotient = value &>> UInt64(k)
    if quotient < UInt64(Self.escape) {
      // The ones, a zero, and the remainder.
      bits.write(((1 &<< (quotient + 1)) &- 2), bits: Int(quotient) + 1)
      bits.write(value, bits: k)
    } else {
      bits.write(~0, bits: Self.escape)
      bits.write(value, bits: 64)
    }
    follow(value)
  }

  /// - Returns: `nil` at the end of the bytes.
  mutating func read(from bits: inout BitReader) -> UInt64? {
    let k = parameter
    guard let quotient = bits.readOnes(atMost: Self.escape) else { return nil }
    let value: UInt64
    if quotient < Self.escape {
      guard let rest = bits.read(bits: k) else { return nil }
      value = UInt64(quotient) &<< UInt64(k) | rest
    } else {
      guard let whole = bits.read(bits: 64) else { return nil }
      value = whole
    }
    follow(value)
    return value
  }
}
