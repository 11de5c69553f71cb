import Readings

/// For how much of the latest fresh time something held, such as a value beyond a limit.
///
/// It is a list of pieces of fresh time, the newest last. A piece that holds throughout or not at all is exact; where
/// something changes so often that there is no room for each piece, the oldest ones are put together in pairs, and what held
/// in such a pair counts as spread evenly over it. Before it has held for the first time nothing is kept.
package struct Share: Sendable {
  private struct Piece: Sendable {
    /// Nanoseconds of fresh time.
    var length: Int64
    /// Nanoseconds of it in which it held.
    var part: Int64
  }

  private var pieces: [Piece] = []
  /// The sum of their lengths.
  private var counted: Int64 = 0
  /// Whether it holds now.
  package private(set) var holds = false

  /// A heart that is told once a second changes at most so often in the longest window of 300 s; a change costs 16 bytes.
  private static let capacity = 320

  /// Nothing has held.
  package init() {}

  /// Whether it has held at all in the time that is kept.
  package var isEmpty: Bool { pieces.isEmpty && !holds }

  /// Fresh time passes.
  /// - Parameters:
  ///   - nanoseconds: how much.
  ///   - span: the longest window that is asked for; what is older is forgotten.
  package mutating func pass(_ nanoseconds: Int64, keeping span: Int64) {
    guard nanoseconds > 0, holds || !pieces.isEmpty else { return }
    let part = holds ? nanoseconds : 0
    if let last = pieces.last, last.part == (holds ? last.length : 0) {
      pieces[pieces.count - 1].length = last.length + nanoseconds
      pieces[pieces.count - 1].part = last.part + part
    } else {
      if pieces.capacity < Self.capacity { pieces.reserveCapacity(Self.capacity) }
      if pieces.count >= Self.capacity { pairOldest() }
      pieces.append(Piece(length: nanoseconds, part: part))
    }
    counted += nanoseconds
    forget(beyond: span)
  }

  /// From now on it holds, or not.
  package mutating func set(_ holds: Bool) { self.holds = holds }

  /// Begins the count again; whether it holds stays.
  package mutating func clear() {
    pieces.removeAll(keepingCapacity: true)
    counted = 0
  }

  private mutating func forget(beyond span: Int64) {
    var gone = 0
    while gone < pieces.count, counted - pieces[gone].length >= span {
      counted -= pieces[gone].length
      gone += 1
    }
    // What does not hold needs no place at the old end.
    while gone < pieces.count, pieces[gone].part == 0 {
      counted -= pieces[gone].length
      gone += 1
    }
    if gone > 0 { pieces.removeFirst(gone) }
  }

  private mutating func pairOldest() {
    let pairs = pieces.count / 4
    for pair in 0..<pairs {
      let first = pieces[2 * pair], second = pieces[2 * pair + 1]
      pieces[pair] = Piece(length: first.length + second.length, part: first.part + second.part)
    }
    pieces.removeSubrange(pairs..<2 * pairs)
  }

  /// How many nanoseconds of the last `window` it held.
  package func amount(in window: Int64) -> Int64 {
    var left = window
    var amount: Int64 = 0
    for piece in pieces.reversed() {
      guard left > 0 else { break }
      amount += piece.length <= left ? piece.part : Self.part(of: piece, left)
      left -= piece.length
    }
    return amount
  }

  private static func part(of piece: Piece, _ length: Int64) -> Int64 {
    if piece.part == piece.length { return length }
    if piece.part == 0 { return 0 }
    return Int64(Double(piece.part) * Double(length) / Double(piece.length))
  }

  /// Whether it held for `target` of the last `window`.
  package func isLong(_ target: Int64, _ window: Int64) -> Bool { amount(in: window) >= target }

  /// In how many nanoseconds it will have held for `target` of the last `window`, if it holds from now on; `nil` for never.
  package func time(until target: Int64, in window: Int64) -> Int64? {
    guard target <= window else { return nil }
    var need = target - amount(in: window)
    guard need > 0 else { return 0 }
    // Fresh time that was not kept held nothing: while that leaves the window, all that comes is gain.
    var passed: Int64 = max(0, window - counted)
    if need <= passed { return need }
    need -= passed
    var skipped = max(0, counted - window)
    for piece in pieces {
      guard skipped < piece.length else {
        skipped -= piece.length
        continue
      }
      let length = piece.length - skipped, part = Self.part(of: piece, length)
      skipped = 0
      let gain = length - part
      if need <= gain {
        // Of a piece that holds in part, the gain is spread evenly over it.
        return passed + (part == 0 ? need : Int64((Double(need) * Double(length) / Double(gain)).rounded(.up)))
      }
      need -= gain
      passed += length
    }
    return passed + need
  }
}
