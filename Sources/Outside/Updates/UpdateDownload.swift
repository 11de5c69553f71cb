import CMbedCrypto
import Control
import Glibc
import Readings
import Settings
import Synchronization
import System
import Web

/// Brings an update from a web server into the folder of updates. What an earlier try has brought is kept: the server is asked for
/// the rest, and one that sends all of it again (RFC 9110, 14.2) is taken too.
struct UpdateDownload: Sendable {
  let client: HTTPClient
  let folder: UpdateFolder
  let budget: UpdateBudget

  /// How long one try may take. A network of 30 kB/s brings 200 MB in that time; the next try goes on.
  private static let patience = Duration.seconds(7200)
  /// How often a part is offered to a folder in which another process writes at that moment, and how long it waits, in
  /// µs.
  private static let tries = 100, pause: UInt32 = 50_000

  /// - Throws: a `DeliveryFault`, or a `LapwingError` of the folder.
  func bring(_ index: UpdateIndex, from address: WebAddress, at now: Int64) async throws {
    let bytes = budget.left(at: now)
    let begun = folder.begun(index.file)
    let kept = begun < index.size ? begun : 0
    var request = HTTPRequest(address, method: "GET")
    if kept > 0 { request.headers.append(("Range", "bytes=\(kept)-")) }
    let place = Mutex<Int?>(nil), refusal = Mutex<(any Error)?>(nil), clock = MonotonicClock()
    do throws(DeliveryFault) {
      try await client.download(request) { status, part in
        do {
          try place.withLock { place in
            let from = place ?? (status == 206 ? kept : 0)
            place = from + part.count
            guard from + part.count - kept <= bytes else {
              throw DeliveryFault.temporary("\(address.host): too much came today; it goes on tomorrow")
            }
            guard Instant.start.duration(to: clock.now) < Self.patience else {
              throw DeliveryFault.temporary("\(address.host): it is very slow; the next try goes on")
            }
            // What is there already is passed over.
            try write(part.dropFirst(max(0, kept - from)), at: max(from, kept), index)
          }
        } catch {
          refusal.withLock { $0 = error }
          throw error
        }
      }
    } catch {
      if let refusal = refusal.withLock({ $0 }) { throw refusal }
      throw error
    }
    guard folder.size(of: index.file) == index.size else {
      throw DeliveryFault.temporary("\(address.host): the update was shorter than its index says")
    }
    guard try sum(of: index.file) == index.sha256.lowercased() else {
      try folder.remove(index.file)
      throw DeliveryFault.temporary(
        "\(address.host): the update is not the one of its index (sha256); it is brought again")
    }
  }

  private func sum(of name: String) throws(LapwingError) -> String {
    let file = try Descriptor(open("\(folder.path)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW), name)
    var hash = [UInt8](repeating: 0, count: 32)
    let isRead = withExtendedLifetime(file) { cmbedcrypto_sha256_of_file(file.number, &hash) == 0 }
    guard isRead else {
      throw LapwingError(.inputOutput, code: "read-failed", "\(name) cannot be read; look at the card")
    }
    return hash.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  private func write(_ part: ArraySlice<UInt8>, at start: Int, _ index: UpdateIndex) throws {
    var rest = part, place = start
    guard part.count <= index.size - start else {
      throw LapwingError(.configuration, code: "bad-update-index", "\(index.file) is longer than its index says")
    }
    while !rest.isEmpty {
      let piece = rest.prefix(UpdateFolder.longestPart)
      try offer(Array(piece), at: place, index)
      budget.spend(piece.count)
      place += piece.count
      rest = rest.dropFirst(piece.count)
    }
  }

  /// Gives a part to the folder. This thread is only for updates, so it may wait.
  private func offer(_ piece: [UInt8], at place: Int, _ index: UpdateIndex) throws(LapwingError) {
    for _ in 1..<Self.tries {
      do throws(LapwingError) {
        _ = try folder.write(piece, at: place, of: index.file, size: index.size)
        return
      } catch {
        guard error.code == "busy" else { throw error }
        usleep(Self.pause)
      }
    }
    _ = try folder.write(piece, at: place, of: index.file, size: index.size)
  }
}
