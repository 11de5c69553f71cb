import Board
import CLinux
import Control
import Glibc
import Readings
import Settings
import System

/// Looks at what a box depends on and says of each part how it is. It changes nothing, and may be asked while the
/// appliance runs.
package enum Doctor {
  /// Looks at all parts.
  package static func findings(_ configuration: Configuration) -> [DoctorFinding] {
    let plan = configuration.board
    let running = runningProcess(at: configuration.controlSocket)
    let rights = DoctorRights.here(running: running)
    return RadioDoctor.findings(of: running, rights) + [
      lines(plan, rights), soundCard(plan, rights), watchdog(plan, rights),
      clock(at: MonotonicClock.unixMilliseconds()),
      disk(of: configuration.logbookPath, rights), priority(plan, of: running), memory(plan, of: running),
    ]
  }

  /// The log of weeks takes some tens of MB, and SQLite needs room beside it.
  private static let leastRoom: UInt64 = 100 << 20

  /// - Parameter path: where the logbook stands, or will.
  static func disk(of path: String, _ rights: DoctorRights) -> DoctorFinding {
    var folder = path
    var isItsOwn = false
    var information = statvfs()
    // The nearest folder that is there already.
    repeat {
      guard let slash = folder.lastIndex(of: "/") else {
        folder = "."
        break
      }
      isItsOwn = folder == path
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    } while folder != "/" && access(folder, F_OK) != 0
    guard statvfs(folder, &information) == 0 else {
      return DoctorFinding(part: "disk", isGood: false, sentence: "\(folder): \(String(cString: strerror(errno)))")
    }
    let (room, overflow) = UInt64(information.f_bavail).multipliedReportingOverflow(by: UInt64(information.f_frsize))
    let free = overflow ? UInt64.max : room
    let sentence = "\(free >> 20) MiB are free for \(path)"
    guard information.f_flag & UInt(ST_RDONLY) == 0 else {
      return DoctorFinding(part: "disk", isGood: false, sentence: "\(folder) may only be read; nothing is logged")
    }
    // One above it belongs to somebody else: who starts the service makes what is missing below.
    if isItsOwn, let fault = refusal(of: folder, rights, W_OK | X_OK) {
      return DoctorFinding(part: "disk", isGood: false, sentence: "\(fault); nothing is logged")
    }
    guard free >= leastRoom else {
      return DoctorFinding(
        part: "disk", isGood: false, sentence: "\(sentence); make room, alarms are logged as long as there is some")
    }
    return DoctorFinding(part: "disk", isGood: true, sentence: sentence)
  }

  /// Why a file cannot be opened by the user that the box runs as; `nil` where it can.
  private static func refusal(of path: String, _ rights: DoctorRights, _ mode: Int32 = R_OK | W_OK) -> String? {
    switch rights.fault(of: path, mode) {
    case 0: nil
    case EACCES, EPERM: "\(path): the user \(rights.name), as whom the box runs, may not open it"
    case let number: "\(path): \(String(cString: strerror(number)))"
    }
  }

  private static func lines(_ plan: BoardPlan, _ rights: DoctorRights) -> DoctorFinding {
    let part = "lines"
    guard let lines = plan.lines else {
      return DoctorFinding(part: part, isGood: true, sentence: "none are configured; board.chip would name their chip")
    }
    guard let device = GPIOLines.device(ofChip: lines.chip) else {
      return DoctorFinding(
        part: part, isGood: false,
        sentence: "there is no GPIO chip \(lines.chip) that this user may open; gpiodetect lists the chips")
    }
    if let fault = refusal(of: device, rights) {
      return DoctorFinding(
        part: part, isGood: false,
        sentence: "\(fault); udevadm test --action=add /sys/class/gpio/… tells which rule gives it to whom")
    }
    return DoctorFinding(part: part, isGood: true, sentence: "the GPIO chip \(lines.chip) is there")
  }

  private static func soundCard(_ plan: BoardPlan, _ rights: DoctorRights) -> DoctorFinding {
    let part = "sound card"
    guard let card = plan.sound?.card else {
      return DoctorFinding(part: part, isGood: true, sentence: "none is configured; board.sound.device would name it")
    }
    let number = Int(card) ?? SystemFiles.target(of: "/proc/asound/\(card)").flatMap { Int($0.dropFirst("card".count)) }
    guard let number, access("/proc/asound/card\(number)", F_OK) == 0 else {
      return DoctorFinding(
        part: part, isGood: false, sentence: "there is no card \(card); plug it in, or name one of aplay -l")
    }
    let devices = SystemFiles.entries(of: "/dev/snd").filter {
      $0 == "controlC\(number)" || ($0.hasPrefix("pcmC\(number)D") && $0.hasSuffix("p"))
    }
    if let fault = devices.sorted().lazy.compactMap({ refusal(of: "/dev/snd/\($0)", rights) }).first {
      return DoctorFinding(part: part, isGood: false, sentence: "\(fault); cards are the group audio's")
    }
    return DoctorFinding(part: part, isGood: true, sentence: "the card \(card) is there")
  }

  private static func watchdog(_ plan: BoardPlan, _ rights: DoctorRights) -> DoctorFinding {
    let part = "watchdog"
    guard let path = plan.watchdog?.path else {
      return DoctorFinding(
        part: part, isGood: true, sentence: "none is configured; board.watchdog.device would name the hardware's")
    }
    if let fault = refusal(of: path, rights, W_OK) {
      return DoctorFinding(part: part, isGood: false, sentence: "\(fault); a box that hangs is not started again")
    }
    // The first one has two names. Only root is shown what the first process has open.
    let names: Set = ["/dev/watchdog", "/dev/watchdog0"].contains(path) ? ["watchdog", "watchdog0"] : [fileName(path)]
    let held = SystemFiles.entries(of: "/proc/1/fd").lazy.compactMap { SystemFiles.target(of: "/proc/1/fd/\($0)") }
    if held.contains(where: names.contains) {
      return DoctorFinding(
        part: part, isGood: false,
        sentence:
          "\(path) is held by systemd, which resets a machine that hangs (RuntimeWatchdogSec, as on Raspberry Pi "
          + "OS); remove board.watchdog.device, or set RuntimeWatchdogSec=off in /etc/systemd/system.conf")
    }
    return DoctorFinding(part: part, isGood: true, sentence: "\(path) is there")
  }

  private static func fileName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  static func clock(at date: Int64, _ evidence: DateEvidence = .now()) -> DoctorFinding {
    guard date < DateEvidence.earliest || DateWatch(start: date, evidence: evidence).isSet else {
      return DoctorFinding(
        part: "clock", isGood: false,
        sentence: "the date is not synchronised, and may be that of the last shutdown; connect a network, add a clock "
          + "with a battery, or set the date while the box runs")
    }
    guard date >= DateEvidence.earliest else {
      return DoctorFinding(
        part: "clock", isGood: false,
        sentence: "the date is not set; set it or connect a network, the log's times are wrong")
    }
    return DoctorFinding(part: "clock", isGood: true, sentence: "the date is set")
  }

  private static func priority(_ plan: BoardPlan, of running: pid_t?) -> DoctorFinding {
    let part = "real time"
    guard plan.hasToBeInTime else {
      return DoctorFinding(part: part, isGood: true, sentence: "no line and no sound card has to be driven in time")
    }
    guard let wanted = plan.realTimePriority else {
      return DoctorFinding(
        part: part, isGood: true, sentence: "no priority is configured; board.real-time.priority would ask for one")
    }
    guard let running else {
      return DoctorFinding(
        part: part, isGood: true, sentence: "priority \(wanted) is configured, and no box runs to look at")
    }
    var parameters = sched_param()
    sched_getparam(running, &parameters)
    guard sched_getscheduler(running) & 0xff == SCHED_FIFO, parameters.sched_priority == Int32(clamping: wanted) else {
      return DoctorFinding(
        part: part, isGood: false,
        sentence: "the box runs without the priority \(wanted) that is configured; LimitRTPRIO of the unit allows it")
    }
    return DoctorFinding(part: part, isGood: true, sentence: "the box runs with priority \(wanted)")
  }

  private static func memory(_ plan: BoardPlan, of running: pid_t?) -> DoctorFinding {
    guard plan.hasToBeInTime, plan.locksMemory else {
      return DoctorFinding(
        part: "memory", isGood: true,
        sentence: "it need not be locked; board.real-time.lock-memory asks for it on a board")
    }
    guard let running else {
      return DoctorFinding(part: "memory", isGood: true, sentence: "it is to be locked, and no box runs to look at")
    }
    // What is locked counts addresses, of which threads reserve hundreds of MiB; only pages in use take memory.
    guard let locked = kibibytes("VmLck", of: running), locked > 0, let used = kibibytes("VmRSS", of: running) else {
      return DoctorFinding(
        part: "memory", isGood: false, sentence: "the box's memory is not locked; LimitMEMLOCK of the unit allows it")
    }
    return DoctorFinding(part: "memory", isGood: true, sentence: "the box's memory is locked, \(used / 1024) MiB")
  }

  /// The process that answers at the control socket; `nil` where none does.
  private static func runningProcess(at path: String) -> pid_t? {
    guard let socket = try? ControlSocket.connect(to: path) else { return nil }
    var process: Int32 = 0, user: UInt32 = 0, group: UInt32 = 0
    guard clinux_peer(socket.number, &process, &user, &group) == 0, process > 0 else { return nil }
    return process
  }

  /// An amount of proc_pid_status(5).
  private static func kibibytes(_ field: String, of process: pid_t) -> Int? {
    SystemFiles.field(field, of: "/proc/\(process)/status").flatMap { Int($0) }
  }
}
