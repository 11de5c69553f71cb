import Circle
import Foundation
import Glibc
import Readings
import Settings
import Status
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
      plan, queue: queue, plain: plain,
      contact: CircleDesk.Contact(phone: configuration[Keys.circlePhone], page: configuration.linkAddress),
      people: CircleDesk.People(
        words: StoredFile(path: OutsideQueue.people(of: queue.path)), invitations: invitations),
      timing: CircleDesk.Timing(speed: speed), log: log
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

/// The threads that keep the circle going: one for its time, one that asks whether the box is alive.
struct CircleWatch: Sendable {
  let desk: CircleDesk
  let health: BoxHealth
  let bell: EventFlag
  let log: OutsideLog

  /// Reports of the queue come without a bell. The times of the circle are 5 s and more.
  private static let longestSleep = Duration.seconds(1)
  /// By the circle's time: how long the box does not answer before it counts as lost.
  private static let silence = Duration.seconds(60)
  private static let asksEvery = Duration.seconds(10)

  func runTime() {
    while true {
      var pause = Self.longestSleep
      do throws(LapwingError) {
        pause = min(pause, max(.milliseconds(20), try desk.turn()))
      } catch {
        log.say("care circle: \(error.message)")
      }
      _ = bell.wait(pause)
    }
  }

  /// Asks the box, which covers a socket that is gone and a loop that is silent.
  func runHealth() {
    var heard = desk.time.now, isLost = false
    while true {
      do throws(LapwingError) {
        let alarms = try health.ask().alarms
        heard = desk.time.now
        isLost = false
        keep { () throws(LapwingError) in try desk.hear(alarms) }
      } catch {
        if !isLost, heard.duration(to: desk.time.now) >= Self.silence {
          isLost = true
          log.say("the box has not answered for 60 s: \(error.message)")
          let reason = error.message
          keep { () throws(LapwingError) in try desk.lose(reason) }
        }
      }
      usleep(UInt32(clamping: (Self.asksEvery / desk.time.speed).wholeNanoseconds / 1000))
    }
  }

  private func keep(_ body: () throws(LapwingError) -> Void) {
    do throws(LapwingError) {
      try body()
      bell.ring()
    } catch {
      log.say("care circle: \(error.message)")
    }
  }
}
