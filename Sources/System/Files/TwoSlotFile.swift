import Glibc
import Readings

/// A small file that is rewritten in place. Its blocks are on the disk from the beginning, so a full disk does not keep it
/// from being written.
///
/// It has two slots. A write replaces the older content and leaves the newer one alone, so a loss of power in the middle of
/// a write keeps the content before. Each slot begins with a line that has the number of the write, the length and a checksum
/// of all that; what follows the content is left over and means nothing.
package struct TwoSlotFile: Sendable {
  package enum Found: Sendable, Equatable {
    case absent
    /// No slot can be used.
    case damaged
    /// - isLatest: `false` if the other slot is damaged, which may have been the newer one.
    case content([UInt8], isLatest: Bool)
  }

  private struct Slot {
    let offset: Int
    let number: UInt64
    let content: ArraySlice<UInt8>
  }

  private let file: StoredFile
  /// The first words of each slot.
  private let mark: [UInt8]

  /// - Parameter mark: the words with which each slot begins, which say what the file is.
  package init(path: String, mark: String) {
    file = StoredFile(path: path)
    self.mark = Array((mark + " ").utf8)
  }

  /// The smallest slot: more than a hundred open alarms. (The pages of cards and file systems are smaller.)
  private static let smallestSlot = 1 << 16
  /// The number of the write, the length and the checksum, hexadecimal, with the blanks between them and the line's end.
  private static let digits = (number: 16, length: 8, sum: 8)
  private var headingLength: Int { mark.count + Self.digits.number + Self.digits.length + Self.digits.sum + 3 }

  package func read() throws(LapwingError) -> Found {
    guard let bytes = try file.read() else { return .absent }
    let found = slots(in: bytes)
    guard let newest = found.good.max(by: { $0.number < $1.number }) else { return .damaged }
    return .content(Array(newest.content), isLatest: found.damaged == 0)
  }

  /// Replaces the content.
  /// - Parameter fault: makes the error from a short reason.
  package func write(_ content: [UInt8], fault: (String) -> LapwingError) throws(LapwingError) {
    let bytes = (try? file.read()) ?? []
    let good = slots(in: bytes).good
    guard let newest = good.max(by: { $0.number < $1.number }) else {
      return try begin(with: content, number: 1, fault)
    }
    let number = newest.number &+ 1, slot = slot(content, number: number)
    let size = bytes.count / 2, other = newest.offset == 0 ? size : 0
    guard Self.isSize(size), bytes.count == 2 * size, slot.count <= size, newest.offset == 0 || newest.offset == size,
      rewrite(slot, at: other)
    else { return try begin(with: content, number: number, fault) }
  }

  /// Makes a new file with room for both slots.
  private func begin(
    with content: [UInt8], number: UInt64, _ fault: (String) -> LapwingError
  ) throws(LapwingError) {
    let slot = slot(content, number: number)
    var size = Self.smallestSlot
    while size < slot.count { size *= 2 }
    // Real bytes: some file systems need room to make a hole, or an extent that was only reserved, into blocks.
    try file.write(slot + [UInt8](repeating: UInt8(ascii: "\n"), count: 2 * size - slot.count), fault: fault)
  }

  /// - Returns: whether it is on the disk.
  private func rewrite(_ slot: [UInt8], at offset: Int) -> Bool {
    guard let target = try? Descriptor(open(file.path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW), file.path) else {
      return false
    }
    var done = 0
    while done < slot.count {
      let count = slot[done...].withUnsafeBytes {
        pwrite(target.number, $0.baseAddress, $0.count, off_t(offset + done))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return fdatasync(target.number) == 0
  }

  private func slot(_ content: [UInt8], number: UInt64) -> [UInt8] {
    let start =
      number.digits(Self.digits.number, radix: 16) + " " + content.count.digits(Self.digits.length, radix: 16)
    let sum = CRC32.of(Array(start.utf8) + content)
    return mark + Array("\(start) \(sum.digits(Self.digits.sum, radix: 16))\n".utf8) + content
  }

  private static func isSize(_ size: Int) -> Bool { size >= smallestSlot && size.nonzeroBitCount == 1 }

  /// The slots that can be used, and how many places have something else than room.
  private func slots(in bytes: [UInt8]) -> (good: [Slot], damaged: Int) {
    var good: [Slot] = [], damaged = 0
    // A file that was cut has a second slot at a place that its length does not give.
    var places = [0], place = Self.smallestSlot
    while place < bytes.count {
      places.append(place)
      place *= 2
    }
    let half = bytes.count / 2
    for place in places {
      if let slot = slot(at: place, in: bytes) {
        good.append(slot)
      } else if place == 0 || place == half {
        let heading = bytes[place...].prefix(headingLength)
        if heading.isEmpty || heading.contains(where: { $0 != UInt8(ascii: "\n") }) { damaged += 1 }
      }
    }
    if !Self.isSize(half) || bytes.count % 2 != 0 { damaged += 1 }
    return (good, damaged)
  }

  private func slot(at offset: Int, in bytes: [UInt8]) -> Slot? {
    let rest = bytes[offset...]
    guard rest.count >= headingLength, rest.starts(with: mark) else { return nil }
    let heading = rest.dropFirst(mark.count).prefix(headingLength - mark.count)
    let words = heading.dropLast().split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard heading.last == UInt8(ascii: "\n"), words.count == 3,
      let number = Self.number(words[0], Self.digits.number), let length = Self.number(words[1], Self.digits.length),
      let sum = Self.number(words[2], Self.digits.sum), length <= rest.count - headingLength
    else { return nil }
    let content = rest.dropFirst(headingLength).prefix(Int(length))
    guard UInt64(CRC32.of(words[0] + [UInt8(ascii: " ")] + words[1] + content)) == sum else { return nil }
    return Slot(offset: offset, number: number, content: content)
  }

  /// Lower case only: one text for each number, so that no changed byte stays unnoticed.
  private static func number(_ text: ArraySlice<UInt8>, _ digits: Int) -> UInt64? {
    guard text.count == digits, text.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }) else {
      return nil
    }
    return UInt64(String(decoding: text, as: UTF8.self), radix: 16)
  }
}
