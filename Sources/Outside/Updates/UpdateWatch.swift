import Control
import Foundation
import NIOPosix
import Readings
import Settings
import System
import Web

/// Looks once a day for a newer version of Lapwing's card, brings its update, and asks the box to install it if the
/// configuration says so. The box decides whether it is watching no one at that moment, and the system of the card
/// whose update it is.
struct UpdateWatch {
  private let address: WebAddress
  private let isInstalled: Bool
  private let client: HTTPClient
  private let folder: UpdateFolder
  private let queue: OutsideQueue
  private let socket: String
  private let log: OutsideLog
  /// When it looks again, ms since 1970.
  private var looksAt: Int64 = 0
  /// The update that the server has offered, once it is here.
  private var ready: String?
  private let budget = UpdateBudget()
  /// What was said last, so that it is not said every minute.
  private var said: String?

  private static let day: Int64 = 86_400_000
  private static let hour: Int64 = 3_600_000
  /// How often the box is asked, in s.
  private static let pause = Duration.seconds(60)
  /// How often an update is asked for in all, a day apart. One that the system refuses, or that was not good, would be so again.
  private static let mostTries = 3

  /// - Returns: `nil` if the configuration names no address.
  /// - Throws: `configuration` if the certificates of this machine cannot be read.
  init?(_ configuration: Configuration, _ queue: OutsideQueue, log: OutsideLog) throws(LapwingError) {
    guard let address = configuration[Keys.updatesAddress].flatMap(WebAddress.init) else { return nil }
    // A thread of its own: it writes to the card, and messages must not wait for that.
    client = HTTPClient(group: MultiThreadedEventLoopGroup(numberOfThreads: 1), trust: try Trust(file: nil))
    folder = UpdateFolder(in: configuration)
    isInstalled = configuration[Keys.updatesByThemselves]
    socket = configuration.controlSocket
    (self.address, self.queue, self.log) = (address, queue, log)
  }

  mutating func run() async {
    while !Task.isCancelled {
      await step(at: Clock.now)
      try? await Task.sleep(for: Self.pause)
    }
  }

  private mutating func step(at now: Int64) async {
    do {
      // A box that installs none has no use for one.
      _ = try await ask(.status)
      // A date that was set back must not stop it for years.
      if now >= looksAt || looksAt - now > Self.day { try await look(at: now) }
      if isInstalled, let ready { try await install(ready, at: now) }
      said = nil
    } catch let error as LapwingError where error.code == UpdateRequest.notNow {
      return
    } catch let fault as DeliveryFault {
      tell("updates: \(fault.sentence)")
    } catch let error as LapwingError {
      tell("updates: \(error.message)")
    } catch {
      tell("updates: \(error)")
    }
  }

  private mutating func tell(_ sentence: String) {
    if said != sentence { log.say(sentence) }
    said = sentence
  }

  private mutating func look(at now: Int64) async throws {
    looksAt = now + Self.hour
    let answer = try await client.send(HTTPRequest(address, method: "GET"))
    try answer.check(host: address.host)
    let index: UpdateIndex
    do throws(LapwingError) { index = try UpdateIndex.read(answer.body) } catch {
      throw LapwingError(.configuration, code: error.code, "\(address.host): \(error.message)")
    }
    try tidy(but: index.file)
    guard UpdateName.isNewer(index.file, than: Version.text) else {
      (ready, looksAt) = (nil, now + Self.day)
      return
    }
    if folder.size(of: index.file) != index.size {
      guard let place = address.beside(index.file) else { return }
      try await bring(index, from: place, at: now)
      log.say("updates: \(index.file) is there, to be installed", isFine: true)
    }
    (ready, looksAt) = (index.file, now + Self.day)
  }

  private mutating func bring(_ index: UpdateIndex, from place: WebAddress, at now: Int64) async throws {
    // One of another size is not the one that is offered.
    if folder.size(of: index.file) != nil { try folder.remove(index.file) }
    // Recorded before: no other process would delete it.
    try queue.keep("", as: Self.brought + index.file)
    try await UpdateDownload(client: client, folder: folder, budget: budget).bring(index, from: place, at: now)
  }

  /// Deletes what it has brought and is no longer offered, or runs by now.
  private func tidy(but offered: String) throws {
    func isOver(_ name: String) throws -> Bool {
      guard name != offered || !UpdateName.isNewer(name, than: Version.text) else { return false }
      return try queue.text(Self.brought + name) != nil
    }
    for name in folder.names where try isOver(name) { try folder.remove(name) }
    for name in folder.drafts where try isOver(name) { folder.discard(name) }
  }

  /// Asks the box for the installation, at most once a day whatever the server offers: each one starts the box again.
  private func install(_ name: String, at now: Int64) async throws {
    let tries = Int(try queue.text(Self.asked + name) ?? "") ?? 0
    let last = Int64(try queue.text(Self.askedLast) ?? "") ?? .min / 2
    guard tries < Self.mostTries, !(-Self.day..<Self.day).contains(now - last) else { return }
    let answer = try await ask(.install(name, quietly: true))
    try queue.keep("\(tries + 1)", as: Self.asked + name)
    try queue.keep("\(now)", as: Self.askedLast)
    log.say("updates: \(answer)", isFine: true)
  }

  private func ask(_ order: UpdateOrder) async throws(LapwingError) -> String {
    let socket = socket
    return try await Thread.run(named: "updates") { () throws(LapwingError) in
      var client = try ControlClient(path: socket)
      return try client.order(.update(order)).note ?? ""
    }
  }

  private static let asked = "update-asked "
  private static let askedLast = "update-asked-last"
  private static let brought = "update-brought "
}
