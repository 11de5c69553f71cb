/// Counts how much of the latest fresh time a condition held, such as a value beyond a limit.
///
/// It is a list of pieces of fresh time, the newest last. A piece in which the condition held throughout or not at all
/// is exact. If there are too many changes, the oldest pieces are merged in pairs, and the time in such a pair counts
/// as spread evenly over it. Nothing is kept before the condition has held for the first time. All times are
/// nanoseconds of fresh time.
package struct Share: Sendable {
  /// A piece of fresh time in which the condition held throughout, not at all or, after a merge, in part.
  private struct Piece: Sendable {
    /// Nanoseconds of fresh time.
    var length: Int64
    /// Nanoseconds of it in which the condition held.
    var part: Int64
  }

  private var pieces: [Piece] = []
  /// The sum of the lengths of all pieces.
  private var counted: Int64 = 0
  package private(set) var holds = false

  /// Enough for one change each second in the longest window of 300 s; a piece takes 16 bytes.
  private static let capacity = 320

  package init() {}

  /// Whether the condition has not held at all in the time that is kept.
  package var isEmpty: Bool { pieces.isEmpty && !holds }

  /// Adds fresh time.
  /// - Parameter span: the longest window that is read; older pieces are deleted.
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

  package mutating func set(_ holds: Bool) { self.holds = holds }

  /// Restarts the count; ``holds`` stays.
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
    // Pieces at the old end in which it did not hold are not needed.
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

  /// How many of the last `window` nanoseconds the condition held.
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

  /// Whether the condition held for at least `target` of the last `window` nanoseconds.
  package func isLong(_ target: Int64, _ window: Int64) -> Bool { amount(in: window) >= target }

  /// The nanoseconds until the condition has held for `target` of the last `window`, if it holds from now on; `nil` for
  /// never.
  package func time(until target: Int64, in window: Int64) -> Int64? {
    guard target <= window else { return nil }
    var need = target - amount(in: window)
    guard need > 0 else { return 0 }
    // In fresh time that was not kept the condition did not hold. While that time leaves the window, all new time is
    // gain.
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
        // In a merged piece the gain is spread evenly.
        return passed + (part == 0 ? need : Int64((Double(need) * Double(length) / Double(gain)).rounded(.up)))
      }
      need -= gain
      passed += length
    }
    return passed + need
  }
}
