import Alarms
import Control
import Logbook
import NIOPosix
import Readings
import Settings
import Synchronization
import System
import Web

/// What pages stand on: the state of the box, orders to it, its logbook and its settings.
///
/// Orders, the logbook and commands have threads of their own, so that a long export does not delay an acknowledgement of an
/// alarm, and no request waits on the thread of the network.
final class PanelServices: Sendable {
  let feed: BoxFeed
  let access: AccessFile
  let program: OwnProgram
  let shelf: AircraftShelf
  private let editor: ConfigurationEditor
  private let settings: SettingsOrder
  /// The folder of tails that only this page has; `nil` if they are those of the box.
  private let ownTails: String?
  let parts = LiveParts()
  let air = AirShelf()
  /// The tabs at the top of every page.
  let tabs: [Tab]
  /// The name of the machine.
  let name: String
  /// The name of the box for people.
  var shownName: String { configuration[Keys.boxName] ?? name }
  /// Writes a line for the journal: who has entered, and what no one expected.
  let journal: @Sendable (String) -> Void
  private let read: @Sendable () throws(LapwingError) -> Configuration
  private let known: Mutex<(configuration: Configuration, readAt: Int64)>
  private let orders = NIOThreadPool(numberOfThreads: 1)
  /// What people say to the care circle, which may take seconds to answer: no acknowledgement waits behind it.
  private let calls = NIOThreadPool(numberOfThreads: 1)
  private let records = NIOThreadPool(numberOfThreads: 1)
  /// A thread for each command that may run, so that they keep no one from the logbook.
  private let programs = NIOThreadPool(numberOfThreads: ProgramPlaces.most)
  private let places = ProgramPlaces()
  /// Strangers may try links of messages: they get threads and places of their own, and keep no one from anything else.
  private let links = NIOThreadPool(numberOfThreads: ProgramPlaces.most)
  private let linkPlaces = ProgramPlaces()
  /// How long someone waits for an order, those included who asked before.
  private static let patience = ControlClient.usualPatience

  /// - Parameter read: reads the configuration, which a person may change meanwhile.
  init(
    feed: BoxFeed, configuration: Configuration, name: String, program: OwnProgram,
    editor: ConfigurationEditor, profile: BoxProfile? = nil, tabs: [Tab], folders: AircraftFolders = AircraftFolders(),
    journal: @escaping @Sendable (String) -> Void = { _ in },
    read: @escaping @Sendable () throws(LapwingError) -> Configuration
  ) {
    self.feed = feed
    self.read = read
    self.journal = journal
    self.name = name
    self.program = program
    let shelf = AircraftShelf(folders)
    self.shelf = shelf
    self.editor = editor
    ownTails = folders.tails
    settings = SettingsOrder(
      SettingsWriter(editor) { tails throws(LapwingError) in try shelf.write(tails) }, profile: profile)
    self.tabs = tabs
    access = AccessFile(path: configuration[Keys.panelAccess])
    known = Mutex((configuration, MonotonicClock.unixMilliseconds()))
    orders.start()
    calls.start()
    records.start()
    programs.start()
    links.start()
  }

  /// The settings, at most two seconds old. A file that cannot be read now changes nothing: the box refuses it as well.
  var configuration: Configuration {
    let now = MonotonicClock.unixMilliseconds()
    return known.withLock { known in
      if !(0..<2000).contains(now - known.readAt) {
        known = ((try? read()) ?? known.configuration, now)
      }
      return known.configuration
    }
  }

  /// The settings as the file has them now.
  func freshConfiguration() throws(LapwingError) -> Configuration { try read() }

  /// Reads the settings again at the next look.
  func forgetConfiguration() { known.withLock { $0.readAt = 0 } }

  /// Gives the box an order and waits for its report. The page that is shown next has what came of it. One that fails
  /// because the box is too slow is not carried out later.
  /// - Throws: `LapwingError`, also for what the box refuses.
  func order(_ request: ControlRequest) async throws -> OrderReport {
    // A name that has got lost must not become all alarms.
    switch request {
    case .acknowledge(nil, _), .reset(nil, _):
      throw LapwingError(.usage, code: "no-condition", "the form does not say which alarm; load the page again")
    default: return try await give(request)
    }
  }

  /// Has settings changed, and the box go by them.
  /// - Throws: `ConfigurationEditor.Fault` with the first key that is refused. Then nothing is changed.
  func change(_ change: SettingsChange) async throws -> SettingsReport {
    let settings = settings, path = configuration.controlSocket, feed = feed, shelf = shelf
    var ofBox = change
    if ownTails != nil { ofBox.tails = [] }
    let rest = ofBox.tails.count == change.tails.count ? [] : change.tails, order = ofBox
    defer { forgetConfiguration() }
    return try await orders.runIfActive {
      var report = SettingsReport()
      if !order.isEmpty { report = try settings.give(order, to: path, patience: Self.patience) }
      do throws(LapwingError) { if !rest.isEmpty { try shelf.write(rest) } } catch {
        guard !order.isEmpty else { throw error }
        report.partly = Control.Refusal(error)
      }
      if report.isOfBox, var client = try? ControlClient(path: path, patience: Self.patience),
        let status = try? client.status()
      {
        feed.tell(status, at: MonotonicClock.unixMilliseconds())
      }
      return report
    }
  }

  /// Whether there is someone who could write settings.
  var canChangeSettings: Bool { feed.state.status != nil || editor.isWritable }

  var settingsPath: String { editor.path }

  func silenceAll(_ request: ControlRequest) async throws { _ = try await give(request) }

  /// Asks the box something that takes a while and changes nothing: it has a place of its own, so that no order waits.
  func ask(_ request: ControlRequest) async throws -> OrderReport {
    let path = configuration.controlSocket, place = try await places.acquire()
    defer { withExtendedLifetime(place) {} }
    return try await programs.runIfActive {
      var client = try ControlClient(path: path, patience: Self.patience)
      return try client.order(request)
    }
  }

  /// Asks the care circle about the link of a message.
  /// - Parameter peer: the address that it comes from.
  func askCircle(_ request: ControlRequest, for peer: String) async throws -> OrderReport {
    let path = configuration.controlSocket, place = try await linkPlaces.acquire(for: peer)
    defer { withExtendedLifetime(place) {} }
    return try await links.runIfActive {
      var client = try ControlClient(path: path, patience: Self.patience)
      return try client.order(request)
    }
  }

  private func give(_ request: ControlRequest) async throws -> OrderReport {
    let path = configuration.controlSocket, feed = feed, clock = MonotonicClock()
    return try await (request.isCall ? calls : orders).runIfActive {
      let left = Self.patience - Instant.start.duration(to: clock.now)
      guard left > .zero else {
        throw LapwingError(
          .unavailable, code: "no-answer",
          "the box did not answer those before you in time, and your order was not given; look at the box itself")
      }
      var client = try ControlClient(path: path, patience: left)
      let report = try client.order(request)
      if let status = try? client.status() { feed.tell(status, at: MonotonicClock.unixMilliseconds()) }
      return report
    }
  }

  /// Reads the logbook. It is opened again each time, since a damaged one is replaced by the box.
  func logbook<Value: Sendable>(_ body: @escaping @Sendable (LogbookReader) throws -> Value) async throws -> Value {
    let path = configuration.logbookPath
    return try await records.runIfActive {
      do { return try body(try LogbookReader(path: path)) } catch let error as LogbookError {
        throw LapwingError(.unavailable, code: error.code, error.message)
      }
    }
  }

  /// Runs a command of Lapwing. At most two run at once (``ProgramPlaces``).
  func command<Value: Sendable>(_ body: @escaping @Sendable (OwnProgram) throws -> Value) async throws -> Value {
    let program = program, place = try await places.acquire()
    defer { withExtendedLifetime(place) {} }
    return try await programs.runIfActive { try body(program) }
  }

  /// A file that a command writes to its standard output, as it comes. A command that fails at once is an error.
  func file(_ arguments: [String], type: String, name: String?) async throws -> Reply {
    let program = program, programs = programs, place = try await places.acquire()
    let run = try await programs.runIfActive { try program.start(arguments) }
    guard let first = try await programs.runIfActive({ try run.next() }) else { return Reply(.notFound) }
    var fields = [(name: "Content-Type", value: type), (name: "Cache-Control", value: "no-store")]
    if let name { fields.append((name: "Content-Disposition", value: "attachment; filename=\"\(name)\"")) }
    return Reply(
      .ok, fields,
      .stream { writer in
        defer { withExtendedLifetime(place) {} }
        try await writer.write(first)
        while let part = try await programs.runIfActive({ try run.next() }) { try await writer.write(part) }
      })
  }

  /// Does something with a file, on the thread of orders.
  func work<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await orders.runIfActive(body)
  }

  func end() {
    orders.shutdownGracefully { _ in }
    calls.shutdownGracefully { _ in }
    records.shutdownGracefully { _ in }
    programs.shutdownGracefully { _ in }
    links.shutdownGracefully { _ in }
  }
}
