import Control
import Readings
import Settings
import Synchronization

/// Brings an update from a web server into the folder of updates. What an earlier try has brought is kept: the server is asked for
/// the rest, and one that sends all of it again (RFC 9110, 14.2) is taken too.
struct UpdateDownload: Sendable {
  let client: HTTPClient
  let folder: UpdateFolder

  /// - Throws: a `DeliveryFault`, or a `LapwingError` of the folder.
  func bring(_ index: UpdateIndex, from address: WebAddress) async throws {
    let begun = folder.begun(index.file)
    let kept = begun < index.size ? begun : 0
    var request = HTTPRequest(address, method: "GET")
    if kept > 0 { request.headers.append(("Range", "bytes=\(kept)-")) }
    let place = Mutex<Int?>(nil), refusal = Mutex<LapwingError?>(nil)
    do throws(DeliveryFault) {
      try await client.take(request) { status, part in
        do {
          try place.withLock { place in
            let from = place ?? (status == 206 ? kept : 0)
            place = from + part.count
            // What is there already is passed over.
            try write(part.dropFirst(max(0, kept - from)), at: max(from, kept), index)
          }
        } catch let error as LapwingError {
          refusal.withLock { $0 = error }
          throw error
        }
      }
    } catch {
      if let refusal = refusal.withLock({ $0 }) { throw refusal }
      throw error
    }
    guard folder.names.contains(index.file) else {
      throw DeliveryFault.temporary("\(address.host): the update was shorter than its index says")
    }
  }

  private func write(_ part: ArraySlice<UInt8>, at start: Int, _ index: UpdateIndex) throws {
    var rest = part, place = start
    guard part.count <= index.size - start else {
      throw LapwingError(.configuration, code: "bad-update-index", "\(index.file) is longer than its index says")
    }
    while !rest.isEmpty {
      let piece = rest.prefix(UpdateFolder.longestPart)
      _ = try folder.take(Array(piece), at: place, of: index.file, size: index.size)
      place += piece.count
      rest = rest.dropFirst(piece.count)
    }
  }
}
