import CMbedCrypto
import Control
import FoundationEssentials
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

/// How much of updates is written in a day, since a card takes only so much in its life. What came counts, also if it was wrong and
/// is gone again: a server that offers such an update offers it again.
final class UpdateBudget: Sendable {
  private static let day: Int64 = 86_400_000
  /// In bytes.
  static let most = 2 * UpdateFolder.longest

  private let came = Mutex((bytes: 0, since: Int64(0)))

  /// The bytes that may still come.
  /// - Parameter now: ms since 1970. A date that was set back begins another day.
  func left(at now: Int64) -> Int {
    came.withLock { came in
      if !(0..<Self.day).contains(now - came.since) { came = (0, now) }
      return max(0, Self.most - came.bytes)
    }
  }

  func spend(_ bytes: Int) { came.withLock { $0.bytes += bytes } }
}

/// What a web server says of the newest update: a small JSON file beside it. `make bundle` writes both. It need not be
/// believed: the system of the card checks the signature of the update itself.
struct UpdateIndex: Decodable, Sendable, Equatable {
  let file: String
  let size: Int
  /// Its SHA-256, in hexadecimal: a file of which the server had two cannot be put together from both.
  let sha256: String

  /// - Throws: a sentence without its subject, for the person who has made the file.
  static func read(_ bytes: [UInt8]) throws(LapwingError) -> UpdateIndex {
    guard let index = try? JSONDecoder().decode(UpdateIndex.self, from: Data(bytes)) else {
      throw wrong("it must be a JSON object with file, a name, size, a number of bytes, and sha256")
    }
    // One without a version would never be newer, without a reason that people could see.
    guard UpdateFolder.isName(index.file), UpdateName.tellsVersion(index.file) else {
      throw wrong("file must be a name such as lapwing-0.2.0-rpi-arm64.raucb, and not \(index.file)")
    }
    guard (1...UpdateFolder.longest).contains(index.size) else {
      throw wrong("size must be from 1 to \(UpdateFolder.longest) bytes, and not \(index.size)")
    }
    guard index.sha256.utf8.count == 64, index.sha256.allSatisfy(\.isHexDigit) else {
      throw wrong("sha256 must be 64 hexadecimal digits")
    }
    return index
  }

  private static func wrong(_ sentence: String) -> LapwingError {
    LapwingError(.configuration, code: "bad-update-index", sentence)
  }
}

extension WebAddress {
  func beside(_ file: String) -> WebAddress? {
    let path = target.prefix { $0 != "?" }
    return WebAddress("\(origin)\(path.lastIndex(of: "/").map { path[...$0] } ?? "/")\(file)")
  }
}
