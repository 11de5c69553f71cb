import Engine
import Foundation
import Readings
import Status
import Synchronization
import System
import TestSupport
import Testing
import Words

@testable import Control

@Suite(.timeLimit(.minutes(20))) struct `The role circle at the control socket` {
  private func request(_ report: ShownCircle, done: CircleCallAnswer? = nil) -> ControlRequest {
    .circle(CircleTelling(report, done: done))
  }

  private final class Answer: Sendable { let value = Mutex<CircleCallAnswer?>(nil) }

  private final class Sentence: Sendable { let value = Mutex<String?>(nil) }

  private let countdown = ShownCircle(.countdown, seconds: 25, next: "anna")

  @Test func `shows a countdown with who is told next, which goes away with its process`() throws {
    let box = try StoppedBox()
    do {
      var circle = try box.client()
      _ = try circle.order(request(countdown))
      var client = try box.client()
      let status = try client.status()
      #expect(status.circle?.next == "anna" && status.circle?.stage == .countdown)
      #expect((20...25).contains(status.circle?.seconds ?? 0))
      #expect(StatusText.text(of: status).contains("circle    anna is alerted in "))
    }
    var client = try box.client()
    while try client.status().circle != nil {}
  }

  @Test func `sounds it by three beeps, which is an order as any other`() throws {
    let box = try StoppedBox()
    var circle = try box.client()
    _ = try circle.order(request(countdown))
    _ = try circle.order(request(countdown))
    #expect(box.loop.orders.count == 1)
    #expect(box.loop.orders.first?.contains("beeps(3)") == true)
  }

  @Test func `may say nothing else, and belongs to one process at a time`() throws {
    let box = try StoppedBox()
    var circle = try box.client(), other = try box.client()
    _ = try circle.order(request(countdown))
    #expect(throws: LapwingError.self) { try circle.order(.pause) }
    #expect(throws: LapwingError.self) { try other.order(request(countdown)) }
    #expect(throws: LapwingError.self) { try other.order(.circle(CircleTelling(ShownCircle(.calm)))) }
    _ = try circle.order(request(countdown))
  }

  @Test(arguments: ["", "HELP", "look", "have-it"]) func `is called by known words alone`(word: String) throws {
    let line = try JSONDecoder().decode(ControlLine.self, from: Data(#"{"verb":"call","name":"\#(word)"}"#.utf8))
    #expect(throws: LapwingError.self) { try line.request() }
  }

  @Test func `accepts no link that is too long`() throws {
    let box = try StoppedBox()
    var circle = try box.client(), client = try box.client()
    _ = try circle.order(request(countdown))
    let long = String(repeating: "x", count: 201)
    #expect(throws: LapwingError.self) { try client.order(.call(.look, link: long)) }
  }

  @Test func `passes help on to the circle, and its answer back`() throws {
    let box = try StoppedBox()
    var circle = try box.client()
    _ = try circle.order(request(countdown))
    let path = box.folder.file("control"), answer = Answer(), answered = try EventFlag()
    // A thread: the call waits, and the tasks of the tests share few threads.
    let thread = Thread {
      let report = try? {
        var client = try ControlClient(path: path, patience: .seconds(60))
        return try client.order(.call(.help))
      }()
      answer.value.withLock { $0 = report?.call }
      answered.ring()
    }
    thread.start()
    var call: CircleCall?
    while call == nil { call = try circle.order(request(countdown)).calls?.first }
    #expect(call?.kind == .help)
    let number = try #require(call?.number)
    #expect(try circle.order(request(countdown, done: CircleCallAnswer(number, .trying))).calls == nil)
    _ = answered.wait(.seconds(60))
    #expect(answer.value.withLock { $0 } == CircleCallAnswer(number, .trying))
  }

  @Test(
    arguments: [
      (.help, nil, "no-circle: no one can be reached: the disk is full; call by phone"),
      (.invite, "Anna", "queue-failed: the disk is full"),
    ] as [(CircleCall.Kind, String?, String)])
  func `refuses help that reaches nobody, and says of other calls only what is wrong`(
    kind: CircleCall.Kind, person: String?, refusal: String
  ) throws {
    let box = try StoppedBox()
    var circle = try box.client()
    _ = try circle.order(request(countdown))
    let path = box.folder.file("control"), sentence = Sentence(), answered = try EventFlag()
    // A thread: the call waits, and the tasks of the tests share few threads.
    let thread = Thread {
      do throws(LapwingError) {
        var client = try ControlClient(path: path, patience: .seconds(60))
        _ = try client.order(.call(kind, person: person))
      } catch { sentence.value.withLock { $0 = "\(error.code): \(error.message)" } }
      answered.ring()
    }
    thread.start()
    var call: CircleCall?
    while call == nil { call = try circle.order(request(countdown)).calls?.first }
    #expect(call?.kind == kind && call?.person == person)
    var done = CircleCallAnswer(try #require(call?.number), .failed, text: "the disk is full")
    done.code = "queue-failed"
    #expect(try circle.order(request(countdown, done: done)).calls == nil)
    _ = answered.wait(.seconds(60))
    #expect(sentence.value.withLock { $0 } == refusal)
  }

  @Test func `refuses help that nobody hears, which the box says by four beeps at its buttons`() throws {
    let box = try StoppedBox()
    var client = try box.client()
    #expect(throws: LapwingError.self) { try client.order(.call(.help)) }
    box.press(.okay)
    box.press(.help)
    while box.loop.orders.isEmpty { _ = try client.status() }
    #expect(box.loop.orders.count == 1, "that all is well is no question")
    #expect(box.loop.orders.first?.contains("beeps(4)") == true)
  }

  @Test func `answers a call for help at the buttons by one beep, and by two when a provider has the message`() throws {
    let box = try StoppedBox()
    var circle = try box.client()
    _ = try circle.order(request(ShownCircle(.calm)))
    box.press(.help)
    var call: CircleCall?
    while call == nil { call = try circle.order(request(ShownCircle(.calm))).calls?.first }
    _ = try circle.order(request(ShownCircle(.help), done: CircleCallAnswer(call?.number ?? 0, .trying)))
    #expect(box.loop.orders.count == 1)
    #expect(box.loop.orders.first?.contains("beeps(1)") == true)
    _ = try circle.order(request(ShownCircle(.accepted, by: "anna")))
    #expect(box.loop.orders.last?.contains("beeps(2)") == true)
  }
}
