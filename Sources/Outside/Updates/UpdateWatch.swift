import Control
import NIOPosix
import Readings
import Settings
import System

/// Looks once a day for a newer version of Lapwing's card, brings its update, and asks the box to install it where the
/// configuration says so. The box decides whether nobody is watched at that moment, and the system of the card whose update it is.
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
  /// What was said last, so that it is not said every minute.
  private var said: String?

  private static let day: Int64 = 86_400_000
  private static let hour: Int64 = 3_600_000
  /// How often the box is asked, in s.
  private static let pause = Duration.seconds(60)
  /// How often an update is asked for in all. One that the system refuses, or that was not good, would be so again.
  private static let mostTries = 3

  /// - Returns: `nil` if the configuration names no address.
  /// - Throws: `configuration` or `noInput` if the certificates of this machine cannot be read.
  init?(_ configuration: Configuration, _ queue: OutsideQueue, log: OutsideLog) throws(LapwingError) {
    guard let address = configuration[Keys.updatesAddress].flatMap(WebAddress.init) else { return nil }
    // A thread of its own: it writes to the card, and messages must not wait for that.
    client = HTTPClient(group: MultiThreadedEventLoopGroup(numberOfThreads: 1), trust: try Trust(file: nil))
    folder = UpdateFolder(path: configuration[Keys.updatesFolder])
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
      _ = try ask("status")
      // A date that was set back must not stop it for years.
      if now >= looksAt || looksAt - now > Self.day { try await look(at: now) }
      if isInstalled, let ready { try install(ready, at: now) }
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
    try tidy()
    guard UpdateName.isNewer(index.file, than: Version.text) else {
      (ready, looksAt) = (nil, now + Self.day)
      return
    }
    if !folder.names.contains(index.file) {
      guard let place = address.beside(index.file) else { return }
      try await UpdateDownload(client: client, folder: folder).bring(index, from: place)
      try queue.keep("", as: Self.brought + index.file)
      log.say("updates: \(index.file) is there, to be installed", isFine: true)
    }
    (ready, looksAt) = (index.file, now + Self.day)
  }

  /// Deletes what it has brought and what runs by now, or something newer.
  private func tidy() throws {
    for name in folder.names where !UpdateName.isNewer(name, than: Version.text) {
      if try queue.text(Self.brought + name) != nil { try folder.remove(name) }
    }
  }

  private func install(_ name: String, at now: Int64) throws {
    let tries = Tries(try queue.text(Self.asked + name) ?? "")
    guard tries.count < Self.mostTries, !(0..<Self.day).contains(now - tries.last) else { return }
    let answer = try ask("install \(name) quietly")
    try queue.keep("\(tries.count + 1) \(now)", as: Self.asked + name)
    log.say("updates: \(answer)", isFine: true)
  }

  private func ask(_ order: String) throws(LapwingError) -> String {
    var client = try ControlClient(path: socket)
    return try client.order(ControlRequest(.update, name: order)).note ?? ""
  }

  /// How often an update was asked for, and when last.
  private struct Tries {
    var count = 0
    var last: Int64 = .min / 2

    init(_ text: String) {
      let words = text.split(separator: " ")
      guard words.count == 2, let count = Int(words[0]), let last = Int64(words[1]) else { return }
      (self.count, self.last) = (count, last)
    }
  }

  private static let asked = "update-asked "
  private static let brought = "update-brought "
}
