import Readings
import Synchronization

/// How many commands run at once for all visitors. Each has its own memory, and a box has little: more wait in a short
/// line, and beyond that a visitor must come again.
final class ProgramPlaces: Sendable {
  /// At once.
  static let most = 2
  static let mostWaiting = 8
  /// After how many seconds someone may try again who found the line full.
  static let comeAgain = 5

  static let full = LapwingError(
    .unavailable, code: "too-busy", "the box is making other documents; try again in some seconds")

  private struct State {
    var taken = 0
    var waiting: [(number: Int, peer: String, turn: CheckedContinuation<Bool, Never>)] = []
    var last = 0
    var refusals = 0
    /// Those who left before they stood in the line.
    var left: Set<Int> = []

    /// Makes room in a full line for someone by whose address fewer wait: a flood from one address keeps no one else out.
    /// - Returns: the turn of the last who waits by the address of most; `nil` if there is no such.
    mutating func makeRoom(for peer: String) -> CheckedContinuation<Bool, Never>? {
      let counts = Dictionary(waiting.map { ($0.peer, 1) }, uniquingKeysWith: +)
      guard let most = counts.max(by: { $0.value < $1.value }), most.value > (counts[peer] ?? 0) + 1,
        let index = waiting.lastIndex(where: { $0.peer == most.key })
      else { return nil }
      return waiting.remove(at: index).turn
    }
  }
  private let state = Mutex(State())

  init() {}

  /// How many found the line full.
  var refusals: Int { state.withLock { $0.refusals } }

  /// The right to run a command. It ends when the last reference is gone.
  final class Place: Sendable {
    private let places: ProgramPlaces
    fileprivate init(_ places: ProgramPlaces) { self.places = places }
    deinit { places.leave() }
  }

  /// Waits for a place.
  /// - Parameter peer: the address of a stranger.
  /// - Throws: ``full``, or that the visitor has gone.
  func acquire(for peer: String = "") async throws -> Place {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    let isIn = await withTaskCancellationHandler {
      await withCheckedContinuation { turn in
        let (answer, pushedOut): (Bool?, CheckedContinuation<Bool, Never>?) = state.withLock { state in
          if state.left.remove(number) != nil { return (false, nil) }
          if state.taken < Self.most {
            state.taken += 1
            return (true, nil)
          }
          let isFull = state.waiting.count >= Self.mostWaiting
          let pushedOut = isFull ? state.makeRoom(for: peer) : nil
          if isFull { state.refusals += 1 }
          guard !isFull || pushedOut != nil else { return (false, nil) }
          state.waiting.append((number, peer, turn))
          return (nil, pushedOut)
        }
        pushedOut?.resume(returning: false)
        if let answer { turn.resume(returning: answer) }
      }
    } onCancel: {
      let gone = state.withLock { state in
        guard let index = state.waiting.firstIndex(where: { $0.number == number }) else {
          state.left.insert(number)
          return nil as CheckedContinuation<Bool, Never>?
        }
        return state.waiting.remove(at: index).turn
      }
      gone?.resume(returning: false)
    }
    state.withLock { _ = $0.left.remove(number) }
    guard isIn else { throw Self.full }
    return Place(self)
  }

  private func leave() {
    let next = state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.taken -= 1
        return nil as CheckedContinuation<Bool, Never>?
      }
      return state.waiting.removeFirst().turn
    }
    next?.resume(returning: true)
  }
}
