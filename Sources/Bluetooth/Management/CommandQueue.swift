import Readings

/// The commands that wait for the adapters' management, which gets one at a time, and until when it must have answered.
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

  /// The kernel ends a command to the controller after 2 s by itself; a command that takes longer is stuck.
  private static let commandTimeout = Duration.seconds(4)
  /// Powering a controller may load its firmware.
  private static let powerTimeout = Duration.seconds(8)
  /// The kernel answers some commands before it notes that it is through with them (mgmt_pending_remove and the state of
  /// its discovery come after mgmt_cmd_complete in net/bluetooth/mgmt.c), and calls itself busy in between.
  private static let busyPause = Duration.milliseconds(200)
  /// Who is busy for longer waits for something else.
  private static let longestBusy = Duration.seconds(2)
  /// What the kernel gets to end an attempt to connect and to come to the command behind it. With the time of an attempt,
  /// which only a device that was just heard gives rise to, it is less than ten seconds.
  private static let afterConnecting = Duration.seconds(3)

  init(at instant: Instant) { connectingUntil = instant }

  /// Until when the command that was sent must be answered; `nil` where none was.
  var deadline: Instant? { running?.deadline }

  /// Whether nothing waits to be sent.
  var isEmpty: Bool { waiting.isEmpty }

  /// Puts other commands in the place of those that wait.
  mutating func replace(with commands: [ManagementCommand]) { (waiting, busy) = (commands, nil) }

  /// Forgets all, also the one that was sent.
  mutating func clear() { (waiting, running, busy) = ([], nil, nil) }

  /// When ``next(for:at:)`` has something to give, where it waits for a kernel that is busy.
  var nextTry: Instant? { running == nil && !waiting.isEmpty ? busy?.until : nil }

  /// Whether it is worth while to ask a kernel that is busy once more; `false` where it has been busy for too long.
  func isPatient(at instant: Instant) -> Bool {
    busy.map { $0.since.duration(to: instant) < Self.longestBusy } ?? true
  }

  /// The kernel was busy: puts commands in front of those that wait, for a little later.
  mutating func again(_ commands: [ManagementCommand], at instant: Instant) {
    busy = (busy?.since ?? instant, instant.advanced(by: Self.busyPause))
    waiting = commands + waiting
  }

  /// A command was not answered with busy.
  mutating func noteReady() { busy = nil }

  /// Waits no more for the answer to the one that was sent.
  mutating func giveUp() { running = nil }

  /// A connection is being attempted, until then at most: the kernel comes to no command meanwhile.
  mutating func noteConnecting(until instant: Instant) {
    connectingUntil = max(connectingUntil, instant)
    if let deadline { running?.deadline = max(deadline, connectingUntil.advanced(by: Self.afterConnecting)) }
  }

  /// The message to send now; `nil` for none.
  mutating func next(for adapter: UInt16, at instant: Instant) -> [UInt8]? {
    guard running == nil, !waiting.isEmpty, busy.map({ $0.until <= instant }) ?? true else { return nil }
    let command = waiting.removeFirst()
    let timeout: Duration
    switch command {
    case .setPowered: timeout = Self.powerTimeout
    default: timeout = Self.commandTimeout
    }
    // The kernel queues it behind an attempt to connect.
    let deadline = max(instant.advanced(by: timeout), connectingUntil.advanced(by: Self.afterConnecting))
    let addressee = command == .readIndexList ? Management.noAdapter : adapter
    running = Running(command: command, adapter: addressee, deadline: deadline)
    return command.message(to: addressee)
  }

  /// The management has answered.
  /// - Returns: the command that was sent, where the answer is to it.
  mutating func ended(_ code: UInt16, from adapter: UInt16) -> ManagementCommand? {
    guard let command = running?.command, command.code == code, adapter == running?.adapter else { return nil }
    running = nil
    return command
  }
}
