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

  /// One by one: as one expression it takes the compiler too long.
  package static let board: [ConfigurationKey] = {
    func key(_ path: String, _ kind: Kind, _ standard: ConfigurationValue) -> ConfigurationKey {
      ConfigurationKey(path: "board.\(path)", kind: kind, standard: standard)
    }
    let none = ConfigurationValue.text("none")
    var keys = [key("chip", .name, none)]
    for (path, _) in outputs { keys.append(key(path, .line, none)) }
    keys.append(key("lamps.one-lamp", .truth, .truth(false)))
    for button in buttons { keys.append(key("buttons.\(button)", .line, none)) }
    keys.append(key("buttons.debounce", .number(0...200, unit: "ms"), .number(10)))
    let words = ButtonMeaning.allCases.map(\.rawValue)
    for (button, meanings) in zip(buttons, BoardPlan.standardMeanings) {
      for (gesture, meaning) in zip(gestures, meanings) {
        keys.append(key("presses.\(button)-\(gesture)", .choice(words), .text(meaning.rawValue)))
      }
    }
    keys.append(key("sound.device", .soundDevice, none))
    keys.append(key("sound.microphone", .soundDevice, none))
    let levels = SoundLevel.floor.decibels...SoundLevel.maximum.decibels
    keys.append(key("sound.level", .number(levels, unit: "dB"), .number(SoundLevel.standard.decibels)))
    keys.append(key("watchdog.device", .path, none))
    keys.append(key("watchdog.timeout", .number(2...120, unit: "s"), .number(15)))
    keys.append(key("real-time.priority", .number(0...99, unit: ""), .number(20)))
    keys.append(key("real-time.lock-memory", .truth, .truth(true)))
    return keys
  }()

  package static func plan(
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
    if text("board.sound.microphone") != "none" { plan.ear = SoundDevice(text("board.sound.microphone")) }
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
