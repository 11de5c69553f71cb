import Alarms
import Board
import Engine

extension Keys {
  package static let chip = SettingKey<String?>(
    "board.chip", .name, nil, .byReload,
    "The GPIO chip of the lines below, if it is not that of a Raspberry Pi's 40-pin header: its label, its name (gpiochip0) or its path."
  )

  package static let lines: [(output: BoardOutput, key: SettingKey<BoardLine?>)] = [
    (.red, line("lamps.red", lineHelp)), (.yellow, line("lamps.yellow", lineHelp)),
    (.green, line("lamps.green", lineHelp)), (.blue, line("lamps.blue", lineHelp)),
    (.buzzer, line("buzzer", "A plain buzzer, which sounds while its line is on: a second sounder.")),
    (.vibration, line("vibration", "A motor that vibrates in the rhythm of the sound.")),
  ]
  package static let isOneLamp = SettingKey(
    "board.lamps.one-lamp", false, .byReload, "Whether red, green and blue are one lamp:")

  package static let buttons = Button.allCases.map { line("buttons.\($0)", lineHelp) }
  package static let debounce = SettingKey(
    "board.buttons.debounce", .number(0...200, unit: "ms"), 10.0, .byReload,
    "How long a line must be stable before its change counts.")
  package static let presses: [(button: Button, press: Press, key: SettingKey<ButtonMeaning>)] = Button.allCases.flatMap
  {
    button in
    Press.allCases.map { press in
      (
        button, press,
        SettingKey(
          "board.presses.\(button)-\(press)", .choice(ButtonMeaning.ofPresses.map(\.rawValue)),
          ButtonTable.standard[button, press], .byReload, "What a press does:")
      )
    }
  }
  /// The meanings of a double press and a hold of A and a long press of C, which the profile presets.
  package static let doubleA = press(.a, .double)
  package static let holdA = press(.a, .hold)
  package static let longC = press(.c, .long)

  private static func press(_ button: Button, _ press: Press) -> SettingKey<ButtonMeaning>? {
    for each in presses where each.button == button && each.press == press { return each.key }
    return nil
  }

  package static let soundDevice = SettingKey<SoundDevice?>(
    "board.sound.device", .soundDevice, SoundDevice.standard, .byReload,
    "The sound card, or auto for one that is found:")
  package static let microphone = SettingKey<SoundDevice?>(
    "board.sound.microphone", .soundDevice, nil, .byReload,
    "A microphone, or an input that is wired to the card's output, named in the same way.")
  package static let soundLevel = SettingKey(
    "board.sound.level",
    .number(SoundLevel.floor.decibels...SoundLevel.maximum.decibels, unit: "dB"), SoundLevel.standard.decibels,
    .byReload, "The peak of an alarm's pulse, relative to the loudest that the card can play.")

  package static let watchdog = SettingKey<String?>(
    "board.watchdog.device", .path, nil, .atNextStart,
    "The watchdog of the hardware, which resets the box when Lapwing hangs.")
  package static let watchdogTimeout = SettingKey(
    "board.watchdog.timeout", .number(2...120, unit: "s"), 15.0, .atNextStart,
    "The time without a sign of life after which it resets the box.")

  package static let realTimePriority = SettingKey(
    "board.real-time.priority", .number(0...99, unit: ""), 20.0, .atNextStart,
    "The real-time priority of the alarm thread (SCHED_FIFO), before all other programs; 0 switches it off.")
  package static let locksMemory = SettingKey(
    "board.real-time.lock-memory", true, .atNextStart,
    "Whether the memory of Lapwing stays in RAM, so that no alarm waits for a disk.")

  private static let lineHelp = "Each line is named by its name, as gpioinfo lists it, or its number,"

  private static func line(_ path: String, _ help: String) -> SettingKey<BoardLine?> {
    SettingKey("board.\(path)", .line, nil, .byReload, help)
  }

  static let board: [ConfigurationKey] = {
    var keys = [chip.plain]
    keys += lines.map(\.key.plain)
    keys.append(isOneLamp.plain)
    keys += buttons.map(\.plain)
    keys.append(debounce.plain)
    keys += presses.map(\.key.plain)
    keys += [soundDevice.plain, microphone.plain, soundLevel.plain, watchdog.plain, watchdogTimeout.plain]
    keys += [realTimePriority.plain, locksMemory.plain]
    return keys
  }()
}

extension Configuration {
  package var buttons: ButtonTable {
    var table = ButtonTable.standard
    for (button, press, key) in Keys.presses { table[button, press] = self[key] }
    return table
  }

  package var board: BoardPlan {
    var plan = BoardPlan()
    var outputs: [BoardOutput: BoardLine] = [:]
    for (output, key) in Keys.lines { outputs[output] = self[key] }
    let buttons = Keys.buttons.map { self[$0] }
    let chip = self[Keys.chip]
    if chip != nil || !outputs.isEmpty || buttons.contains(where: { $0 != nil }) {
      plan.lines = LinePlan(
        chip: chip, outputs: outputs, isOneLamp: self[Keys.isOneLamp], buttons: buttons,
        debounceMilliseconds: Int(self[Keys.debounce]))
    }
    plan.buttons = self.buttons
    plan.sound = self[Keys.soundDevice]
    plan.ear = self[Keys.microphone]
    plan.level = SoundLevel(decibels: self[Keys.soundLevel])
    plan.speech = speech
    plan.watchdog = self[Keys.watchdog].map { ($0, Int(self[Keys.watchdogTimeout])) }
    let priority = Int(self[Keys.realTimePriority])
    plan.realTimePriority = priority > 0 ? priority : nil
    plan.locksMemory = self[Keys.locksMemory]
    return plan
  }
}
