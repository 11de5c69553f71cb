import Readings

/// Finds the frames of a sensor that speaks as over a serial line: its notifications hold several frames, and a frame
/// may begin in one and end in the next.
struct FrameStream: Sendable {
  /// How long the frame at an offset is, judged by its first bytes.
  enum Extent {
    case none
    /// A frame may begin here, and the byte that says its length is still to come.
    case unknown
    case bytes(Int)
  }

  let extent: @Sendable (_ bytes: RawSpan, _ offset: Int) -> Extent
  let isSound: @Sendable (_ frame: RawSpan) -> Bool

  /// Where the first whole and sound frame begins; `nil` if there is none.
  func lengthBeforeFirstFrame(in bytes: RawSpan) -> Int? {
    for offset in 0..<bytes.byteCount {
      guard case .bytes(let count) = extent(bytes, offset), count > 0, bytes.holds(count, at: offset) else { continue }
      if isSound(bytes.extracting(offset..<offset + count)) { return offset }
    }
    return nil
  }

  /// Calls `body` with each whole and sound frame. What is between them is skipped.
  /// - Returns: the number of bytes at the end that may be the beginning of another frame.
  @discardableResult
  func forEachFrame(in bytes: RawSpan, _ body: (RawSpan) -> Void) -> Int {
    var offset = 0
    var beginning: Int?
    while offset < bytes.byteCount {
      switch extent(bytes, offset) {
      case .none: break
      case .bytes(let count) where bytes.holds(count, at: offset):
        let frame = bytes.extracting(offset..<offset + count)
        guard count > 0, isSound(frame) else { break }
        body(frame)
        // What looked like a beginning before this frame was none.
        beginning = nil
        offset += count
        continue
      case .unknown, .bytes: beginning = beginning ?? offset
      }
      offset += 1
    }
    return beginning.map { bytes.byteCount - $0 } ?? 0
  }
}
