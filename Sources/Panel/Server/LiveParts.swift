import Readings
import Status
import Synchronization
import Web
import Words

/// A part of a page that changes: an element with this id, and what is in it.
struct LivePart: Sendable {
  let id: String
  let html: HTML
}

/// The latest parts of each live page, by language and role: all viewers of a kind share them, so that two hundred cost
/// little more than one.
final class LiveParts: Sendable {
  struct Kind: Hashable, Sendable {
    let path: String
    let language: Language
    let units: ShownUnits
    let mayChange: Bool
  }

  private let known = Mutex<[Kind: (picture: UInt64, parts: [LivePart])]>([:])

  /// The parts for a picture, made only once. Of a picture that is not the latest any more they are made again.
  func parts(of kind: Kind, for picture: UInt64, make: () -> [LivePart]) -> [LivePart] {
    if let found = known.withLock({ $0[kind] }), found.picture == picture { return found.parts }
    let parts = make()
    known.withLock { $0[kind] = (picture, parts) }
    return parts
  }
}
