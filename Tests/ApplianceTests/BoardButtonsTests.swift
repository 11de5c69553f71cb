import Engine
import Readings
import Testing

@testable import Appliance

@Suite struct `The box's buttons` {
  private func at(_ seconds: Double) -> Instant { Instant(nanoseconds: Int64((seconds * 1e9).rounded())) }

  /// Buttons, and what they came to mean and when, each looked at when it asks for it.
  private struct Bench {
    var buttons: BoardButtons
    var found: [String] = []

    init(_ table: ButtonTable = .standard) { buttons = BoardButtons(table) }

    mutating func wait(to end: Instant) {
      while let deadline = buttons.nextDeadline, deadline <= end { advance(to: deadline) }
      advance(to: end)
    }

    private mutating func advance(to instant: Instant) {
      var news: [ButtonNews] = []
      buttons.advance(to: instant, into: &news)
      note(news, at: instant)
    }

    mutating func change(_ button: Int, _ isPressed: Bool, at instant: Instant) {
      wait(to: instant)
      var news: [ButtonNews] = []
      buttons.handle(button, isPressed: isPressed, at: instant, into: &news)
      note(news, at: instant)
    }

    private mutating func note(_ news: [ButtonNews], at instant: Instant) {
      for one in news {
        switch one {
        case .order(let order): found.append("\(order.gesture) \(order.meaning.rawValue) \(instant.seconds)")
        case .stuck(let button): found.append("\(button.rawValue) stuck \(instant.seconds)")
        case .free(let button): found.append("\(button.rawValue) free \(instant.seconds)")
        case .isAnyStuck(let isAny): found.append("\(isAny ? "some" : "none") stuck")
        }
      }
    }
  }

  private func bench(
    _ changes: [(button: Int, isPressed: Bool, seconds: Double)], _ table: ButtonTable = .standard, until end: Double
  ) -> [String] {
    var bench = Bench(table)
    for change in changes { bench.change(change.button, change.isPressed, at: at(change.seconds)) }
    bench.wait(to: at(end))
    return bench.found
  }

  private func table(_ meanings: [(Button, Press, ButtonMeaning)]) -> ButtonTable {
    var table = ButtonTable.standard
    for (button, press, meaning) in meanings { table[button, press] = meaning }
    return table
  }

  // MARK: Presses

  @Test func `mean what the table says, short and long`() {
    let found = bench(
      [
        (0, true, 0), (0, false, 0.2), (0, true, 1), (0, false, 3), (1, true, 4), (1, false, 4.2), (1, true, 5),
        (1, false, 7), (2, true, 8), (2, false, 8.2), (2, true, 9), (2, false, 11),
      ], until: 20)
    #expect(
      found == [
        "A short silence 0.2", "A long reset 3.0", "B short next-scenario 4.2", "B long session 7.0",
        "C short well 8.2", "C long nothing 11.0",
      ])
  }

  @Test func `mean something after a hold of 5 s if that has a meaning, and one that is held on is stuck`() {
    let bedside = table([(.a, .double, .nothing), (.a, .hold, .standby)])
    #expect(bench([(0, true, 0), (0, false, 6)], bedside, until: 12) == ["A hold standby 5.0"])
    #expect(bench([(0, true, 0), (0, false, 6)], until: 12) == [])
    #expect(
      bench([(0, true, 0), (1, true, 0.5), (0, false, 6), (1, false, 6)], bedside, until: 12) == ["A+B held adopt 5.5"])
    #expect(bench([(0, true, 0)], bedside, until: 31) == ["A hold standby 5.0", "A stuck 30.0", "some stuck"])
  }

  @Test func `silence at once, and the second press of a double one means something more`() {
    let twice = [(0, true, 0.0), (0, false, 0.1), (0, true, 0.3), (0, false, 0.4)]
    #expect(bench(twice, until: 5) == ["A short silence 0.1", "A double check 0.4"])
    #expect(
      bench(twice, table([(.a, .double, .standby)]), until: 5) == ["A short silence 0.1", "A double standby 0.4"])
    #expect(
      bench(twice, table([(.a, .double, .nothing)]), until: 5) == ["A short silence 0.1", "A short silence 0.4"])
    // Anything else waits until it cannot become a double press.
    #expect(bench(twice, table([(.a, .short, .session)]), until: 5) == ["A double check 0.4"])
    #expect(
      bench([(0, true, 0), (0, false, 0.1)], table([(.a, .short, .session)]), until: 5) == ["A short session 0.45"])
  }

  @Test func `ask for help after 1 s, while they are held`() {
    let table = table([(.c, .long, .help)])
    #expect(bench([(2, true, 0), (2, false, 0.99)], table, until: 5) == ["C short well 0.99"])
    #expect(bench([(2, true, 0), (2, false, 8)], table, until: 9) == ["C long help 1.0"])
  }

  @Test func `leave each other alone once a press has meant help`() {
    let found = bench(
      [(2, true, 0), (0, true, 2), (0, false, 2.2), (1, true, 3), (1, false, 12), (2, false, 12)],
      table([(.c, .long, .help)]), until: 20)
    #expect(found == ["C long help 1.0", "A short silence 2.2"], "neither is part of a pair with it")
  }

  // MARK: Pairs

  @Test(arguments: [(0, 1, "A+B held adopt"), (0, 2, "A+C held page"), (1, 2, "B+C held flight-mode")])
  func `mean nothing of their own while two are held together for 5 s`(first: Int, second: Int, meaning: String) {
    let table = table([(.c, .long, .help)])
    let found = bench(
      [
        (second, true, 0), (first, true, 0.4), (first, false, 6), (second, false, 6.2), (0, true, 10), (0, false, 10.2),
      ],
      table, until: 20)
    #expect(found == ["\(meaning) 5.4", "A short silence 10.2"])
    for released in [0.5, 1.5, 3, 5.3] {
      let changes = [(first, true, 0), (second, true, 0.4), (second, false, released), (first, false, released + 0.1)]
      #expect(bench(changes, table, until: 20) == [], "let go after \(released) s")
    }
  }

  @Test func `mean nothing where all three are held`() {
    let found = bench(
      [(0, true, 0), (1, true, 0.2), (2, true, 0.4), (2, false, 9), (1, false, 9.1), (0, false, 9.2)], until: 20)
    #expect(found == [])
  }

  // MARK: Stuck

  @Test func `are not stuck by being held together for 5 s, and are when nobody lets them go`() {
    let held = bench([(0, true, 0), (1, true, 27), (0, false, 33), (1, false, 33)], until: 34)
    #expect(held == ["A stuck 32.0", "some stuck", "A+B held adopt 32.0"])
    let left = bench([(0, true, 0), (1, true, 0)], until: 40)
    #expect(left == ["A+B held adopt 5.0", "A stuck 30.0", "some stuck"])
  }

  @Test func `are no pair where one of them is stuck already`() {
    #expect(
      bench([(0, true, 0), (1, true, 40), (1, false, 43)], until: 50)
        == ["A stuck 30.0", "some stuck", "B long session 43.0"])
    #expect(
      bench([(0, true, 0), (1, true, 40), (2, true, 40), (1, false, 46), (2, false, 46)], until: 50)
        == ["A stuck 30.0", "some stuck", "B+C held flight-mode 45.0"], "and the others are one")
  }

  @Test func `mean nothing while they are stuck, and are reported`() {
    let found = bench(
      [(0, true, 0), (0, false, 40), (0, true, 45), (0, false, 45.1), (0, true, 56), (0, false, 56.5)], until: 70)
    #expect(found == ["A stuck 30.0", "some stuck", "A free 55.1", "none stuck", "A short silence 56.5"])
  }

  @Test func `go on while another one is stuck that means the same`() {
    let found = bench(
      [(0, true, 0), (1, true, 40), (1, false, 40.5)], table([(.b, .short, .silence)]), until: 41)
    #expect(found == ["A stuck 30.0", "some stuck", "B short silence 40.5"])
  }

  @Test func `are stuck as long as any is`() {
    let found = bench(
      [(0, true, 0), (1, true, 35), (0, false, 70), (1, false, 90)], table([(.b, .short, .silence)]), until: 110)
    #expect(
      found == ["A stuck 30.0", "some stuck", "B stuck 65.0", "A free 80.0", "B free 100.0", "none stuck"])
  }

  @Test func `are not judged where they mean other things`() {
    #expect(bench([(1, true, 0), (1, false, 100)], until: 200).isEmpty)
    #expect(bench([(2, true, 0), (2, false, 100)], until: 200).isEmpty)
  }

  @Test func `that are down when their lines are there mean nothing, and may be stuck`() {
    var bench = Bench()
    bench.buttons.find(pressed: 0, at: at(5))
    bench.wait(to: at(100))
    bench.change(0, false, at: at(100))
    bench.wait(to: at(200))
    #expect(bench.found == ["A stuck 35.0", "some stuck", "A free 110.0", "none stuck"])
  }

  @Test func `are stuck no more when their lines are gone`() {
    var bench = Bench()
    bench.change(0, true, at: at(0))
    bench.wait(to: at(40))
    bench.buttons.forget()
    bench.wait(to: at(50))
    #expect(bench.found == ["A stuck 30.0", "some stuck", "A free 50.0", "none stuck"])
  }

  @Test func `stay stuck when another configuration is in force, where they still mean silence`() {
    var bench = Bench()
    bench.change(0, true, at: at(0))
    bench.wait(to: at(40))
    bench.buttons.adopt(table([(.a, .short, .nothing), (.a, .long, .silence)]))
    bench.wait(to: at(50))
    bench.buttons.adopt(table([(.a, .short, .session), (.a, .long, .nothing), (.b, .short, .silence)]))
    bench.wait(to: at(60))
    #expect(bench.found == ["A stuck 30.0", "some stuck", "A free 60.0", "none stuck"])
  }
}
