import Board
import CLinux
import Control
import Engine
import Glibc
import Monitor
import Readings
import Settings
import Status
import System

/// Checks everything that a box depends on, for `lapwing doctor`. It changes nothing and may run beside the box.
package enum Doctor {
  /// - Parameter fresh: the settings as the files have them now; `nil` if those are the ones that were just read.
  package static func findings(_ configuration: Configuration, fresh: Configuration? = nil) -> [DoctorFinding] {
    let plan = configuration.board
    let running = runningProcess(at: configuration.controlSocket)
    let status = status(at: configuration.controlSocket)
    let rights = DoctorRights.here(running: running)
    let own = AdapterAddressFile(beside: configuration.bondsPath).read()
    return RadioDoctor.findings(of: running, rights, own: own) + [
      sensors(status?.sensors), settings(configuration, fresh ?? configuration), lines(plan, rights, status?.parts),
      soundCard(plan, rights, status?.parts), signals(plan, running: status.map { $0.parts?.canSignal ?? true }),
      watchdog(plan, rights),
      clock(at: MonotonicClock.unixMilliseconds()), power(PowerSource().sight),
      disk(of: configuration.logbookPath, rights), priority(plan, of: running), memory(plan, of: running),
    ]
  }

  private static func status(at path: String) -> BoxStatus? {
    guard var client = try? ControlClient(path: path, patience: .seconds(2)) else { return nil }
    return try? client.status()
  }

  /// The sensors whose messages do not count.
  /// - Parameter sensors: `nil` if no box is running.
  static func sensors(_ sensors: [SensorReport]?) -> DoctorFinding {
    let part = "sensors"
    guard let sensors else {
      return .good(part, "no box is running that could report on them")
    }
    guard !sensors.isEmpty else { return .good(part, "no sensor is received") }
    // A neighbour's encrypted sensor is no fault of this box.
    let faults = sensors.filter(\.identity.isAdopted).compactMap { sensor in
      sensor.identity.trouble.flatMap(SensorTrouble.init(rawValue:)).map { trouble in
        "\([sensor.identity.name, sensor.identity.address].compactMap(\.self).joined(separator: " ")): \(trouble.sentence)"
      }
    }
    guard faults.isEmpty else {
      return .bad(part, faults.joined(separator: "; "))
    }
    return .good(part, "the messages of all sensors that are received count")
  }

  /// Whether all that a person has set is in force.
  static func settings(_ configuration: Configuration, _ fresh: Configuration) -> DoctorFinding {
    // A running box has kept what was set since its start: its settings of then may be weaker.
    let faults =
      configuration.fileFaults.map(\.message)
      + LimitsRecord(besideLogbook: configuration.logbookPath).weakened(in: fresh)
    guard faults.isEmpty else {
      return .bad("settings", faults.joined(separator: "; "))
    }
    let shadowed = configuration.shadowed.map(\.sentence).joined(separator: "; ")
    return .good("settings", shadowed.isEmpty ? "all files are in force" : shadowed)
  }

  /// In bytes. The log of some weeks takes tens of MB, and SQLite needs room beside it.
  private static let leastRoom: UInt64 = 100 << 20

  /// - Parameter path: the path of the logbook, which need not exist yet.
  static func disk(of path: String, _ rights: DoctorRights) -> DoctorFinding {
    var folder = path
    var isItsOwn = false
    var information = statvfs()
    // Find the nearest folder that exists.
    repeat {
      guard let slash = folder.lastIndex(of: "/") else {
        folder = "."
        break
      }
      isItsOwn = folder == path
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    } while folder != "/" && access(folder, F_OK) != 0
    guard statvfs(folder, &information) == 0 else {
      return .bad("disk", "\(folder): \(SystemFault.reason)")
    }
    let (room, overflow) = UInt64(information.f_bavail).multipliedReportingOverflow(by: UInt64(information.f_frsize))
    let free = overflow ? UInt64.max : room
    let sentence = "\(free >> 20) MiB are free for \(path)"
    guard information.f_flag & UInt(ST_RDONLY) == 0 else {
      return .bad("disk", "\(folder) is read-only; nothing is logged")
    }
    // A folder further up belongs to another user. The installation creates what is missing below it.
    if isItsOwn, let fault = refusal(of: folder, rights, W_OK | X_OK) {
      return .bad("disk", "\(fault); nothing is logged")
    }
    guard free >= leastRoom else {
      return .bad("disk", "\(sentence); make room; alarms are logged while there is any")
    }
    return .good("disk", sentence)
  }

  /// Why the user of the box cannot open a file; `nil` if it can.
  private static func refusal(of path: String, _ rights: DoctorRights, _ mode: Int32 = R_OK | W_OK) -> String? {
    switch rights.fault(of: path, mode) {
    case 0: nil
    case EACCES, EPERM: "\(path): the user \(rights.name), who runs the box, may not open it"
    case let number: "\(path): \(String(cString: strerror(number)))"
    }
  }

  /// - Parameter running: what the running box says of its parts.
  private static func lines(_ plan: BoardPlan, _ rights: DoctorRights, _ running: PartsReport?) -> DoctorFinding {
    let part = "lines"
    guard let lines = plan.lines else { return noLines(GPIOLines.device(ofChip: nil)) }
    guard let device = GPIOLines.device(ofChip: lines.chip) else {
      return .bad(part, GPIOLines.missingChip(lines.chip))
    }
    if let fault = refusal(of: device, rights) {
      return .bad(part, "\(fault); udevadm test --action=add /sys/class/gpio/… shows which rule sets its owner")
    }
    let sentence = "the GPIO chip \(lines.chip ?? device) is there; it has \(parts(of: lines))"
    let isDark = running.map { !$0.lamps.isEmpty && !$0.doLampsWork } ?? false
    return DoctorFinding(
      part: part, isGood: !isDark, sentence: isDark ? "\(sentence); the box says that the lamps do not work" : sentence)
  }

  /// - Parameter chip: the device of the header's GPIO chip, if there is one.
  static func noLines(_ chip: String?) -> DoctorFinding {
    let sentence = "no lines are configured; board.lamps and board.buttons name them"
    let found =
      chip.map { "the GPIO chip of the header, \($0), is there" } ?? "there is no GPIO chip of a Raspberry Pi's header"
    return .good("lines", "\(sentence); \(found)")
  }

  /// What hangs on the lines, in words.
  static func parts(of lines: LinePlan) -> String {
    let lamps: [BoardOutput] = [.red, .yellow, .green, .blue]
    let isYellow = lines.isOneLamp && lines.outputs[.red] != nil && lines.outputs[.green] != nil
    let there = lamps.filter { lines.outputs[$0] != nil || $0 == .yellow && isYellow }
    let buttons = zip(Button.allCases, lines.buttons).filter { $0.1 != nil }.map { $0.0.rawValue }
    let missing = lamps.filter { !there.contains($0) }
    let others: [BoardOutput] = [.buzzer, .vibration].filter { lines.outputs[$0] != nil }
    return [
      there.isEmpty
        ? "no lamp"
        : "lamps (\(words(there)))" + (missing.isEmpty ? "" : ", but no lamp that is \(words(missing))"),
      others.isEmpty ? nil : words(others),
      buttons.isEmpty ? "no button" : "buttons (\(buttons.joined(separator: ", ")))",
    ].compactMap(\.self).joined(separator: ", ")
  }

  private static func words(_ outputs: [BoardOutput]) -> String {
    outputs.map { "\($0)" }.joined(separator: ", ")
  }

  private static func soundCard(_ plan: BoardPlan, _ rights: DoctorRights, _ running: PartsReport?) -> DoctorFinding {
    let part = "sound card"
    guard let device = plan.sound else { return noSoundCard(SoundCard.all().map(\.name)) }
    guard let card = device.card else {
      return .bad(
        part, "there is no sound card; plug one in, or write board.sound.device: none if the box is to have none")
    }
    guard let number = SoundCard.number(of: card) else {
      return .bad(
        part, "there is no card \(card); plug it in, or name another one\(listed(SoundCard.all().map(\.name)))")
    }
    let devices = SystemFiles.entries(of: "/dev/snd").filter {
      $0 == "controlC\(number)" || ($0.hasPrefix("pcmC\(number)D") && $0.hasSuffix("p"))
    }
    if let fault = devices.sorted().lazy.compactMap({ refusal(of: "/dev/snd/\($0)", rights) }).first {
      return .bad(part, "\(fault); sound cards belong to the group audio")
    }
    let sentence = "the card \(card) is there\(device.isChosen ? ", and was chosen" : "")"
    let isMute = running.map { $0.lacksCard == true || !$0.doesSounderWork } ?? false
    return DoctorFinding(
      part: part, isGood: !isMute, sentence: isMute ? "\(sentence); the box says that it does not work" : sentence)
  }

  /// Whether an alarm can be seen or heard at the box: without that no session starts.
  /// - Parameter running: whether the running box can signal; true for a replay, which has no board. `nil` without a box.
  static func signals(_ plan: BoardPlan, running: Bool?) -> DoctorFinding {
    let outputs = plan.lines?.outputs.keys.contains { $0 != .vibration } ?? false
    let canSignal = running ?? (plan.sound != nil || outputs)
    return DoctorFinding(
      part: "signals", isGood: canSignal,
      sentence: canSignal
        ? "a lamp or a sounder shows alarms"
        : "neither a sounder nor a lamp works, or there is none, so no session starts; name them with board.sound.device, "
          + "board.lamps or board.buzzer")
  }

  static func noSoundCard(_ cards: [String]) -> DoctorFinding {
    DoctorFinding.good("sound card", "no card is configured; board.sound.device names one\(listed(cards))")
  }

  /// The names of cards, behind a sentence.
  private static func listed(_ names: [String]) -> String { names.isEmpty ? "" : ": \(names.joined(separator: ", "))" }

  private static func watchdog(_ plan: BoardPlan, _ rights: DoctorRights) -> DoctorFinding {
    let part = "watchdog"
    guard let path = plan.watchdog?.path else {
      return .good(part, "no watchdog is configured; board.watchdog.device names it")
    }
    if let fault = refusal(of: path, rights, W_OK) {
      return .bad(part, "\(fault); a box that hangs is not restarted")
    }
    // The first watchdog has two names. Only root may see the open files of process 1.
    let names: Set = ["/dev/watchdog", "/dev/watchdog0"].contains(path) ? ["watchdog", "watchdog0"] : [fileName(path)]
    let held = SystemFiles.entries(of: "/proc/1/fd").lazy.compactMap { SystemFiles.target(of: "/proc/1/fd/\($0)") }
    if held.contains(where: names.contains) {
      return .bad(
        part,
        "\(path) is held by systemd, which resets a machine that hangs (RuntimeWatchdogSec, as on Raspberry Pi "
          + "OS); remove board.watchdog.device, or set RuntimeWatchdogSec=off in /etc/systemd/system.conf")
    }
    return .good(part, "\(path) is there")
  }

  private static func fileName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  static func clock(at date: Int64, _ evidence: DateEvidence = .now()) -> DoctorFinding {
    guard date < DateEvidence.earliest || DateWatch(start: date, evidence: evidence).isSet else {
      return .bad(
        "clock",
        "the date is not synchronised, and may be that of the last shutdown; connect a network, add a clock "
          + "with a battery, or set the date while the box runs")
    }
    guard date >= DateEvidence.earliest else {
      return .bad("clock", "the date is not set; set it or connect a network; the times in the logbook are wrong")
    }
    return .good("clock", "the date is set")
  }

  static func power(_ sight: PowerSource.Sight) -> DoctorFinding {
    let isHot = sight.celsius.map { BoardHeat.isTooHot($0, wasTooHot: false) } ?? false
    let supply =
      switch sight.isSupplyLow {
      case true: "the supply is too low: use the maker's power supply and a short, thick cable"
      case false: "the supply is good"
      case nil: "this system does not show whether the supply is too low (no driver raspberrypi-hwmon)"
      }
    let heat = sight.celsius.map {
      "the processor is at \(Int($0.rounded())) °C\(isHot ? ", where the firmware slows it down: give the box air" : "")"
    }
    return DoctorFinding(
      part: "power", isGood: sight.isSupplyLow != true && !isHot,
      sentence: [supply, heat].compactMap(\.self).joined(separator: "; "))
  }

  private static func priority(_ plan: BoardPlan, of running: pid_t?) -> DoctorFinding {
    let part = "real time"
    guard plan.hasToBeInTime else {
      return .good(part, "there are no lines and no sound card to drive in time")
    }
    guard let wanted = plan.realTimePriority else {
      return .good(part, "no priority is configured; board.real-time.priority sets one")
    }
    guard let running else {
      return .good(part, "priority \(wanted) is configured; no box is running to check")
    }
    var parameters = sched_param()
    sched_getparam(running, &parameters)
    guard sched_getscheduler(running) & 0xff == SCHED_FIFO, parameters.sched_priority == Int32(clamping: wanted) else {
      return .bad(part, "the box runs without the configured priority \(wanted); LimitRTPRIO of the unit allows it")
    }
    return .good(part, "the box runs with priority \(wanted)")
  }

  private static func memory(_ plan: BoardPlan, of running: pid_t?) -> DoctorFinding {
    guard plan.hasToBeInTime, plan.locksMemory else {
      return .good("memory", "it need not be locked; board.real-time.lock-memory locks it on a box with lines or sound")
    }
    guard let running else {
      return .good("memory", "locking is configured; no box is running to check")
    }
    // VmLck counts addresses, and threads reserve hundreds of MiB of them. Only pages in use take memory.
    guard let locked = kibibytes("VmLck", of: running), locked > 0, let used = kibibytes("VmRSS", of: running) else {
      return .bad("memory", "the memory of the box is not locked; LimitMEMLOCK of the unit allows it")
    }
    return .good("memory", "the memory of the box is locked, \(used / 1024) MiB")
  }

  private static func runningProcess(at path: String) -> pid_t? {
    guard let socket = try? ControlSocket.connect(to: path) else { return nil }
    var process: Int32 = 0, user: UInt32 = 0, group: UInt32 = 0
    guard clinux_peer(socket.number, &process, &user, &group) == 0, process > 0 else { return nil }
    return process
  }

  /// A size in KiB from proc_pid_status(5).
  private static func kibibytes(_ field: String, of process: pid_t) -> Int? {
    SystemFiles.field(field, of: "/proc/\(process)/status").flatMap { Int($0) }
  }
}
