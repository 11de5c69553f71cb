import Circle
import Foundation
import Glibc
import Readings
import Settings
import System
import Words

/// The care circle of this process: its state and its threads. There is none if the configuration names no people.
struct CircleRun: Sendable {
  let desk: CircleDesk
  private let watch: CircleWatch
  /// `nil` if its socket cannot be made: people get messages all the same.
  private let server: CircleServer?
  private let link: CircleLink

  /// - Parameter channels: those that carry messages.
  init?(
    _ configuration: Configuration, _ queue: OutsideQueue, channels: [String], speed: Int, log: OutsideLog,
    invitations: Invitations?, whyLost: @escaping @Sendable () -> LinkLossWords? = { nil },
    onMessages: @escaping @Sendable () -> Void
  ) throws(LapwingError) {
    guard let plan = try configuration.circlePlan() else {
      // No one is left whose word would count, also if the same people come back.
      unlink(OutsideQueue.people(of: queue.path))
      try queue.write { try CircleMemory.forget(in: $0) }
      return nil
    }
    let used = Set(plan.people.flatMap(\.channels))
    let plain = CircleDesk.PlainChannels(
      names: channels.filter { !used.contains($0) }, rule: configuration.outsideRule(whyLost),
      coolDown: .seconds(configuration[Keys.outsideCoolDown]))
    let bell = try EventFlag()
    desk = try CircleDesk(
      plan, queue: queue, plain: plain, phone: configuration[Keys.circlePhone],
      page: configuration.linkAddress, words: StoredFile(path: OutsideQueue.people(of: queue.path)),
      invitations: invitations, speed: speed, log: log
    ) {
      onMessages()
      bell.ring()
    }
    watch = CircleWatch(desk: desk, health: BoxHealth(socket: configuration.controlSocket), bell: bell, log: log)
    link = CircleLink(desk: desk, socket: configuration.controlSocket, log: log)
    do throws(LapwingError) {
      server = try CircleServer(path: configuration[Keys.circleSocket], desk: desk, log: log)
    } catch {
      log.say(error.message)
      server = nil
    }
  }

  func start() {
    let (watch, server, link) = (watch, server, link)
    Thread.start(named: "circle") { watch.runTime() }
    Thread.start(named: "circle health") { watch.runHealth() }
    if let server { Thread.start(named: "circle orders") { server.run() } }
    Thread.start(named: "circle link") { link.run() }
  }
}
