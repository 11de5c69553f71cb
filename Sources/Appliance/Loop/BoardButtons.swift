import Board
import Monitor
import Readings
import Settings

/// The buttons of the box: what their changes come to mean, and which of them are stuck. It is told the time, and fills
/// a list of what follows.
struct BoardButtons {
  private struct Key {
    let name: Button
    var meanings: [ButtonMeaning]
    var decoder: ButtonDecoder
    var watch = ButtonGuard()
    /// Whether the monitor was told that it is stuck.
    var isToldStuck = false

    init(name: Button, meanings: [ButtonMeaning]) {
      self.name = name
      self.meanings = meanings
      decoder = Self.decoder(of: meanings)
    }

    static func decoder(of meanings: [ButtonMeaning]) -> ButtonDecoder {
      ButtonDecoder(hasDouble: meanings.last != .nothing)
    }

    /// A button that only means other things is not judged.
    var isStuck: Bool { watch.isStuck && meanings.contains(where: \.isForQuiet) }
  }

  private var keys: [Key]
  /// Of the first two buttons, A and B.
  private var hold = TwoButtonHold()

  /// - Parameter meanings: by button and gesture.
  init(meanings: [[ButtonMeaning]]) {
    keys = zip(Button.allCases, meanings).map { Key(name: $0, meanings: $1) }
  }

  /// Presses mean something else from now on. A button that is stuck stays so.
  mutating func adopt(_ meanings: [[ButtonMeaning]]) {
    for (place, fresh) in zip(keys.indices, meanings) where keys[place].meanings != fresh {
      hold = TwoButtonHold()
      keys[place].meanings = fresh
      keys[place].decoder = Key.decoder(of: fresh)
    }
  }

  /// The lines are gone: nobody knows what becomes of the buttons.
  mutating func forget() {
    hold = TwoButtonHold()
    for place in keys.indices {
      keys[place].decoder = Key.decoder(of: keys[place].meanings)
      keys[place].watch = ButtonGuard()
    }
  }

  /// The lines are there, and a button is down by now. It means nothing, since nobody saw it go down; but it may be held
  /// for ever.
  mutating func find(pressed place: Int, at instant: Instant) {
    guard keys.indices.contains(place) else { return }
    keys[place].watch.take(isPressed: true, at: instant)
  }

  /// Takes in a change of a button.
  mutating func take(_ place: Int, isPressed: Bool, at instant: Instant, into events: inout [Event]) {
    guard keys.indices.contains(place) else { return }
    keys[place].watch.take(isPressed: isPressed, at: instant)
    let gesture = keys[place].decoder.take(isPressed: isPressed, at: instant)
    mean(gesture, place, into: &events)
    noteHold(at: instant)
  }

  /// While A and B are held together, neither has a meaning of its own. One that is stuck is held by nobody.
  private mutating func noteHold(at instant: Instant) {
    let pair = keys.prefix(Self.pair.count)
    let areBothHeld = pair.count == Self.pair.count && pair.allSatisfy { $0.decoder.isHeld && !$0.watch.isStuck }
    guard hold.take(areBothHeld: areBothHeld, at: instant) else { return }
    for place in Self.pair { keys[place].decoder.passOver() }
  }

  /// The places of A and B.
  private static let pair = 0..<2

  /// Whether a button is held together with the other one, and not yet for as long as that means something: it is not
  /// judged then.
  private func isPaired(_ place: Int) -> Bool { hold.nextDeadline != nil && Self.pair.contains(place) }

  /// Lets time pass.
  /// - Returns: whether A and B have been held together for long enough, once.
  @discardableResult
  mutating func advance(to instant: Instant, into events: inout [Event]) -> Bool {
    let isHeldLong = hold.advance(to: instant)
    for place in keys.indices where !isPaired(place) {
      keys[place].watch.advance(to: instant)
      // Before the call, or the buttons would be copied for it in every turn of the loop.
      let gesture = keys[place].decoder.advance(to: instant)
      mean(gesture, place, into: &events)
      tellIfStuck(place, into: &events)
    }
    return isHeldLong
  }

  /// When ``advance(to:into:)`` has something to do.
  var nextDeadline: Instant? {
    var next: Instant?
    func consider(_ deadline: Instant?) { if let deadline { next = min(next ?? deadline, deadline) } }
    consider(hold.nextDeadline)
    for place in keys.indices where !isPaired(place) {
      consider(keys[place].decoder.nextDeadline)
      consider(keys[place].watch.nextDeadline)
    }
    return next
  }

  private func mean(_ gesture: ButtonDecoder.Gesture?, _ place: Int, into events: inout [Event]) {
    guard let gesture, !keys[place].isStuck else { return }
    let column =
      switch gesture {
      case .short: 0
      case .long: 1
      case .double: 2
      }
    let meanings = keys[place].meanings
    if meanings.indices.contains(column), let event = meanings[column].event { events.append(event) }
  }

  private mutating func tellIfStuck(_ place: Int, into events: inout [Event]) {
    let isStuck = keys[place].isStuck
    guard keys[place].isToldStuck != isStuck else { return }
    keys[place].isToldStuck = isStuck
    events.append(isStuck ? .buttonStuck(keys[place].name) : .buttonFree(keys[place].name))
  }
}
