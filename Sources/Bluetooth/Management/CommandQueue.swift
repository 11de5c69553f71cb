import Readings

/// The commands that wait for the adapters' management. It accepts one at a time, and each must be answered by a
/// deadline.
struct CommandQueue: Sendable {
  private struct Running {
    var command: ManagementCommand
    var adapter: UInt16
    var deadline: Instant
  }

  private var waiting: [ManagementCommand] = []
  private var running: Running?
  private var connectingUntil: Instant
  /// Since when the kernel is busy, and when to ask it again.
  private var busy: (since: Instant, until: Instant)?

  /// The kernel ends a command to the controller after 2 s by itself. A command that takes longer is stuck.
  private static let commandTimeout = Duration.seconds(4)
  /// Switching a controller on may load its firmware.
  private static let powerTimeout = Duration.seconds(8)
  /// The kernel answers some commands before it has finished them, and reports that it is busy in between
  /// (mgmt_pending_remove and the state of its discovery come after mgmt_cmd_complete in net/bluetooth/mgmt.c).
  private static let busyPause = Duration.milliseconds(200)
  /// A kernel that is busy for longer waits for something else.
  private static let longestBusy = Duration.seconds(2)
  /// The time for the kernel to end an attempt to connect and to start the next command. Together with the time of an
  /// attempt, which only a recently received device causes, it is below ten seconds.
  private static let afterConnecting = Duration.seconds(3)

  init(at instant: Instant) { connectingUntil = instant }

  /// When the answer to the running command is due; `nil` if no command runs.
  var deadline: Instant? { running?.deadline }

  var isEmpty: Bool { waiting.isEmpty }

  mutating func replace(with commands: [ManagementCommand]) { (waiting, busy) = (commands, nil) }

  mutating func clear() { (waiting, running, busy) = ([], nil, nil) }

  /// When ``next(for:at:)`` returns a command again, if the kernel is busy.
  var nextTry: Instant? { running == nil && !waiting.isEmpty ? busy?.until : nil }

  /// Whether to ask a busy kernel again; `false` if it has been busy for too long.
  func isPatient(at instant: Instant) -> Bool {
    busy.map { $0.since.duration(to: instant) < Self.longestBusy } ?? true
  }

  /// Puts commands in front of the waiting ones, because the kernel was busy. They are sent a little later.
  mutating func again(_ commands: [ManagementCommand], at instant: Instant) {
    busy = (busy?.since ?? instant, instant.advanced(by: Self.busyPause))
    waiting = commands + waiting
  }

  mutating func putFirst(_ command: ManagementCommand) { waiting.insert(command, at: 0) }

  /// Records that a command got another answer than busy.
  mutating func noteReady() { busy = nil }

  /// Stops waiting for the answer to the running command.
  mutating func giveUp() { running = nil }

  /// Records an attempt to connect that lasts until this time at most. The kernel starts no command meanwhile.
  mutating func noteConnecting(until instant: Instant) {
    connectingUntil = max(connectingUntil, instant)
    if let deadline { running?.deadline = max(deadline, connectingUntil.advanced(by: Self.afterConnecting)) }
  }

  mutating func next(for adapter: UInt16, at instant: Instant) -> [UInt8]? {
    guard running == nil, !waiting.isEmpty, busy.map({ $0.until <= instant }) ?? true else { return nil }
    let command = waiting.removeFirst()
    let timeout: Duration
    switch command {
    case .setPowered: timeout = Self.powerTimeout
    default: timeout = Self.commandTimeout
    }
    // The kernel queues the command behind an attempt to connect.
    let deadline = max(instant.advanced(by: timeout), connectingUntil.advanced(by: Self.afterConnecting))
    let isForAll = command == .readIndexList || command == .readUnconfiguredIndexList
    let addressee = isForAll ? Management.noAdapter : adapter
    running = Running(command: command, adapter: addressee, deadline: deadline)
    return command.message(to: addressee)
  }

  /// Handles an answer of the management.
  /// - Returns: the running command, if the answer belongs to it.
  mutating func ended(_ code: UInt16, from adapter: UInt16) -> ManagementCommand? {
    guard let command = running?.command, command.code == code, adapter == running?.adapter else { return nil }
    running = nil
    return command
  }
}
