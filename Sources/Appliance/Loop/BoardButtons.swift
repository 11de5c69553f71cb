import Board
import Engine
import Readings

enum ButtonNews: Sendable, Equatable {
  case order(ButtonOrder)
  /// A button that means silence or reset is stuck. Its presses are ignored.
  case stuck(Button)
  case free(Button)
  /// Whether any button is stuck. Sent when this changes.
  case isAnyStuck(Bool)
}

/// The buttons of the box: the meanings of their changes, and which of them are stuck. The critical loop passes the
/// time and a list for the reports.
struct BoardButtons {
  /// One button: its decoder of gestures and its check for being stuck.
  private struct Key {
    let name: Button
    var decoder: ButtonDecoder
    var watch = ButtonGuard()
    var isReportedStuck = false

    init(_ name: Button, _ table: ButtonTable) {
      self.name = name
      decoder = Self.decoder(of: name, table)
    }

    /// Silence is harmless and never waits for a second press. A call for help counts while the button is still held.
    static func decoder(of name: Button, _ table: ButtonTable) -> ButtonDecoder {
      ButtonDecoder(
        ButtonDecoder.Timing(
          hasDouble: table[name, .double] != .nothing, isShortAtOnce: table[name, .short] == .silence,
          isLongWhileHeld: table[name, .long] == .help, hasHold: table[name, .hold] != .nothing))
    }

    /// Whether a hand holds it and this has had no meaning yet. A stuck button does not count as held.
    var isHeldByHand: Bool { decoder.isHeld && !watch.isStuck }
  }

  /// Two buttons that can be held together, by their indices.
  private struct Pair {
    let name: ButtonPair
    let places: (Int, Int)
    var hold = TwoButtonHold()

    init(_ name: ButtonPair) {
      self.name = name
      places = (name.buttons.0.place, name.buttons.1.place)
    }

    func holds(_ place: Int) -> Bool { places.0 == place || places.1 == place }
  }

  private var table: ButtonTable
  private var keys: [Key]
  private var pairs: [Pair]
  private var wasAnyStuck = false

  init(_ table: ButtonTable) {
    self.table = table
    keys = Button.allCases.map { Key($0, table) }
    pairs = ButtonPair.allCases.map { Pair($0) }
  }

  /// Changes the meanings of presses. A stuck button stays stuck.
  mutating func adopt(_ table: ButtonTable) {
    let former = self.table
    self.table = table
    for place in keys.indices {
      let name = keys[place].name
      guard Press.allCases.contains(where: { table[name, $0] != former[name, $0] }) else { continue }
      letGo()
      keys[place].decoder = Key.decoder(of: name, table)
    }
  }

  /// The lines are gone: forgets the state of all buttons.
  mutating func forget() {
    letGo()
    for place in keys.indices {
      keys[place].decoder = Key.decoder(of: keys[place].name, table)
      keys[place].watch = ButtonGuard()
    }
  }

  private mutating func letGo() { for pair in pairs.indices { pairs[pair].hold = TwoButtonHold() } }

  /// The lines were opened, and a button is already down. It has no meaning, because its beginning was not seen, but it
  /// may be stuck.
  mutating func find(pressed place: Int, at instant: Instant) {
    guard keys.indices.contains(place) else { return }
    keys[place].watch.handle(isPressed: true, at: instant)
  }

  mutating func handle(_ place: Int, isPressed: Bool, at instant: Instant, into news: inout [ButtonNews]) {
    guard keys.indices.contains(place) else { return }
    keys[place].watch.handle(isPressed: isPressed, at: instant)
    let gesture = keys[place].decoder.handle(isPressed: isPressed, at: instant)
    mean(gesture, place, into: &news)
    noteHolds(at: instant)
  }

  /// While two buttons are held together, neither has a meaning of its own. Three held buttons mean nothing.
  private mutating func noteHolds(at instant: Instant) {
    var held = 0
    for place in keys.indices where keys[place].isHeldByHand { held += 1 }
    for pair in pairs.indices {
      let places = pairs[pair].places
      let areBothHeld = held == 2 && keys[places.0].isHeldByHand && keys[places.1].isHeldByHand
      _ = pairs[pair].hold.update(areBothHeld: areBothHeld, at: instant)
    }
    guard held > 1 else { return }
    for place in keys.indices where keys[place].isHeldByHand { keys[place].decoder.passOver() }
  }

  /// Whether a button is held together with another one and the hold has no meaning yet. During this time it is not
  /// checked for being stuck.
  private func isPaired(_ place: Int) -> Bool {
    pairs.contains { $0.hold.nextDeadline != nil && $0.holds(place) }
  }

  mutating func advance(to instant: Instant, into news: inout [ButtonNews]) {
    let first = news.count
    var heldLong: ButtonPair?
    for pair in pairs.indices where pairs[pair].hold.advance(to: instant) { heldLong = pairs[pair].name }
    for place in keys.indices where !isPaired(place) {
      keys[place].watch.advance(to: instant)
      // Stored in a variable first, because otherwise the buttons would be copied in every turn of the loop.
      let gesture = keys[place].decoder.advance(to: instant)
      mean(gesture, place, into: &news)
      reportIfStuck(place, into: &news)
    }
    if news.count > first { reportIfAnyStuck(into: &news) }
    if let heldLong { news.append(.order(ButtonOrder(.hold(heldLong), table[.hold(heldLong)]))) }
  }

  /// The next time at which ``advance(to:into:)`` has something to do.
  var nextDeadline: Instant? {
    var next: Instant?
    for pair in pairs.indices { next.lower(to: pairs[pair].hold.nextDeadline) }
    for place in keys.indices where !isPaired(place) {
      next.lower(to: keys[place].decoder.nextDeadline)
      next.lower(to: keys[place].watch.nextDeadline)
    }
    return next
  }

  /// Whether a button is stuck. One that can mean neither silence nor reset is never stuck.
  private func isStuck(_ place: Int) -> Bool { keys[place].watch.isStuck && table.isForQuiet(keys[place].name) }

  private func mean(_ gesture: ButtonDecoder.Gesture?, _ place: Int, into news: inout [ButtonNews]) {
    guard let gesture, !isStuck(place) else { return }
    let press: Press =
      switch gesture {
      case .short: .short
      case .long: .long
      case .double: .double
      case .hold: .hold
      }
    let name = keys[place].name
    news.append(.order(ButtonOrder(.press(name, press), table[name, press])))
  }

  private mutating func reportIfStuck(_ place: Int, into news: inout [ButtonNews]) {
    let isStuck = isStuck(place)
    guard keys[place].isReportedStuck != isStuck else { return }
    keys[place].isReportedStuck = isStuck
    news.append(isStuck ? .stuck(keys[place].name) : .free(keys[place].name))
  }

  private mutating func reportIfAnyStuck(into news: inout [ButtonNews]) {
    let isAnyStuck = keys.contains(where: \.isReportedStuck)
    guard isAnyStuck != wasAnyStuck else { return }
    wasAnyStuck = isAnyStuck
    news.append(.isAnyStuck(isAnyStuck))
  }
}
