/// Writes a list of whole numbers, such as the values of one quantity in an hour, by the cheapest of a few ways, and
/// reads it again. The number of numbers is known to the reader.
enum NumberColumn {
  /// What each number is compared with. The raw values are part of the format.
  private enum Way: UInt64, CaseIterable {
    /// The one before it. The first difference is expected to be small.
    case last = 0
    /// The mean of the two before it, for values with noise.
    case meanOfTwo = 1
    /// The mean of the four before it, for RR intervals, of which a long one often follows a short one.
    case meanOfFour = 2
    /// The one before it, with how often that is repeated: for the charge of a battery.
    case runs = 3
    /// As ``last`` and ``meanOfTwo``, for differences that are large from the beginning, such as those of CO2.
    case lastByMuch = 4
    case meanOfTwoByMuch = 5

    var code: RiceCode {
      switch self {
      case .last, .meanOfTwo, .meanOfFour, .runs: RiceCode()
      case .lastByMuch, .meanOfTwoByMuch: RiceCode.ofLarge
      }
    }
  }

  /// The last four numbers, in steps from the first number.
  private struct Past {
    var last: Int64 = 0, second: Int64 = 0, third: Int64 = 0, fourth: Int64 = 0

    /// What the next number is expected to be. Sums may wrap: the reader wraps in the same way.
    func expected(_ way: Way) -> Int64 {
      switch way {
      case .last, .lastByMuch, .runs: last
      case .meanOfTwo, .meanOfTwoByMuch: (last &+ second) >> 1
      case .meanOfFour: (last &+ second &+ third &+ fourth) >> 2
      }
    }

    mutating func follow(_ number: Int64) { (fourth, third, second, last) = (third, second, last, number) }
  }

  /// - Parameter isPacked: whether the column may begin and end within a byte.
  static func write(_ numbers: [Int64], to bits: inout BitWriter, isPacked: Bool = false) {
    guard let first = numbers.first else { return }
    let step = Self.step(of: numbers)
    let steps = numbers.dropFirst().map { ($0 &- first) / step }
    var best = runs(of: steps), way = Way.runs
    for other in Way.allCases where other != .runs {
      let differences = differences(of: steps, other)
      if differences.count < best.count { (best, way) = (differences, other) }
    }
    // Most steps are 1, which one bit says.
    bits.write(step == 1 ? 0 : 1, bits: 1)
    bits.write(way.rawValue, bits: 3)
    if isPacked {
      bits.writeShort(zigzag(first))
    } else {
      bits.align()
      bits.writeSigned(first)
    }
    if step != 1 { bits.writeNumber(UInt64(bitPattern: step)) }
    bits.append(best)
    if !isPacked { bits.align() }
  }

  private static func differences(of steps: [Int64], _ way: Way) -> BitWriter {
    var bits = BitWriter()
    var code = way.code
    var past = Past()
    for number in steps {
      code.write(zigzag(number &- past.expected(way)), to: &bits)
      past.follow(number)
    }
    return bits
  }

  private static func runs(of steps: [Int64]) -> BitWriter {
    var bits = BitWriter()
    var lengths = RiceCode(), changes = RiceCode()
    var before: Int64 = 0, length: UInt64 = 0
    for number in steps {
      if number == before {
        length += 1
      } else {
        lengths.write(length, to: &bits)
        changes.write(zigzag(number &- before), to: &bits)
        before = number
        length = 0
      }
    }
    lengths.write(length, to: &bits)
    return bits
  }

  /// - Returns: `nil` if the bytes end early or are not from ``write(_:to:isPacked:)``.
  static func read(_ count: Int, from bits: inout BitReader, isPacked: Bool = false) -> [Int64]? {
    guard count > 0 else { return [] }
    guard let hasStep = bits.read(bits: 1), let way = bits.read(bits: 3).flatMap(Way.init) else { return nil }
    if !isPacked { bits.align() }
    guard let first = isPacked ? bits.readShort().map(unzigzag) : bits.readSigned(),
      let stepBits = hasStep == 1 ? bits.readNumber() : 1
    else { return nil }
    let step = Int64(bitPattern: stepBits)
    var numbers = [first]
    numbers.reserveCapacity(count)
    if way == .runs {
      guard readRuns(count, step: step, into: &numbers, from: &bits) else { return nil }
    } else {
      var code = way.code
      var past = Past()
      while numbers.count < count {
        guard let difference = code.read(from: &bits) else { return nil }
        let number = past.expected(way) &+ unzigzag(difference)
        numbers.append(first &+ number &* step)
        past.follow(number)
      }
    }
    if !isPacked { bits.align() }
    return numbers
  }

  private static func readRuns(
    _ count: Int, step: Int64, into numbers: inout [Int64], from bits: inout BitReader
  ) -> Bool {
    var lengths = RiceCode(), changes = RiceCode()
    guard var number = numbers.first else { return false }
    while true {
      guard let length = lengths.read(from: &bits), length <= UInt64(count - numbers.count) else { return false }
      numbers.append(contentsOf: repeatElement(number, count: Int(length)))
      guard numbers.count < count else { return true }
      guard let change = changes.read(from: &bits) else { return false }
      number = number &+ unzigzag(change) &* step
      numbers.append(number)
    }
  }

  /// The largest number that divides all differences, at least 1: a sensor may measure in steps of 0.05 degrees.
  private static func step(of numbers: [Int64]) -> Int64 {
    // Differences that overflow would wrap, and their divisor would be lost.
    guard let lowest = numbers.min(), let highest = numbers.max(),
      !highest.subtractingReportingOverflow(lowest).overflow
    else { return 1 }
    var divisor: UInt64 = 0
    for number in numbers where divisor != 1 {
      var rest = (number - lowest).magnitude
      while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    }
    return max(1, Int64(clamping: divisor))
  }
}
