import Alarms
import Board
import Monitor

/// The keys of the configuration that say what hangs on the box.
extension ConfigurationKey {
  private static let outputs: [(String, BoardOutput)] = [
    ("lamps.red", .red), ("lamps.yellow", .yellow), ("lamps.green", .green), ("lamps.blue", .blue),
    ("buzzer", .buzzer), ("vibration", .vibration),
  ]
  private static let buttons = ["a", "b", "c"]
  private static let gestures = ["short", "long", "double"]

  static let board: [ConfigurationKey] =
    [ConfigurationKey(path: "board.chip", kind: .name, standard: .text("none"))]
    + outputs.map { ConfigurationKey(path: "board.\($0.0)", kind: .line, standard: .text("none")) }
    + [ConfigurationKey(path: "board.lamps.one-lamp", kind: .truth, standard: .truth(false))]
    + buttons.map { ConfigurationKey(path: "board.buttons.\($0)", kind: .line, standard: .text("none")) }
    + [
      ConfigurationKey(
        path: "board.buttons.debounce", kind: .number(0...200, unit: "ms"), standard: .number(10))
    ]
    + zip(buttons, BoardPlan.standardMeanings).flatMap { button, meanings in
      zip(gestures, meanings).map { gesture, meaning in
        ConfigurationKey(
          path: "board.presses.\(button)-\(gesture)", kind: .choice(ButtonMeaning.allCases.map(\.rawValue)),
          standard: .text(meaning.rawValue))
      }
    }
    + [
      ConfigurationKey(path: "board.sound.device", kind: .soundDevice, standard: .text("none")),
      ConfigurationKey(
        path: "board.sound.level",
        kind: .number(SoundLevel.floor.decibels...SoundLevel.maximum.decibels, unit: "dB"),
        standard: .number(SoundLevel.standard.decibels)),
      ConfigurationKey(path: "board.watchdog.device", kind: .path, standard: .text("none")),
      ConfigurationKey(path: "board.watchdog.timeout", kind: .number(2...120, unit: "s"), standard: .number(15)),
      ConfigurationKey(path: "board.real-time.priority", kind: .number(0...99, unit: ""), standard: .number(0)),
      ConfigurationKey(path: "board.real-time.lock-memory", kind: .truth, standard: .truth(false)),
    ]

  static func plan(
    text: (String) -> String, number: (String) -> Double, truth: (String) -> Bool
  ) -> BoardPlan {
    var plan = BoardPlan()
    func line(_ path: String) -> BoardLine? { text(path) == "none" ? nil : BoardLine(text(path)) }
    if text("board.chip") != "none" {
      var lines: [BoardOutput: BoardLine] = [:]
      for (path, output) in outputs { lines[output] = line("board.\(path)") }
      plan.lines = LinePlan(
        chip: text("board.chip"), outputs: lines, isOneLamp: truth("board.lamps.one-lamp"),
        buttons: buttons.map { line("board.buttons.\($0)") },
        debounceMilliseconds: Int(number("board.buttons.debounce")))
    }
    plan.meanings = buttons.map { button in
      gestures.map { ButtonMeaning(rawValue: text("board.presses.\(button)-\($0)")) ?? .nothing }
    }
    if text("board.sound.device") != "none" { plan.sound = SoundDevice(text("board.sound.device")) }
    plan.level = SoundLevel(decibels: number("board.sound.level"))
    if text("board.watchdog.device") != "none" {
      plan.watchdog = (text("board.watchdog.device"), Int(number("board.watchdog.timeout")))
    }
    let priority = Int(number("board.real-time.priority"))
    plan.realTimePriority = priority > 0 ? priority : nil
    plan.locksMemory = truth("board.real-time.lock-memory")
    return plan
  }
}
