import Foundation
import Testing
import Web

@testable import Outside

@Suite("A mail server that does not take all")
struct MailRecipientsTests {
  private func outcome(_ codes: [Int]) -> MailRecipients {
    let all = codes.indices.map { "p\($0)@example.org" }
    var outcome = MailRecipients(host: "mail", all: all)
    for (code, recipient) in zip(codes, all) {
      outcome.note(MailReply(code: code, lines: ["\(recipient) no"]), to: recipient)
    }
    return outcome
  }

  @Test func `is asked again for those that it refuses for now, and only for those`() throws {
    #expect(outcome([250, 251]).fault == nil)
    let fault = try #require(outcome([250, 451, 550, 450]).fault)
    #expect(fault.isTemporary)
    #expect(fault.recipients == ["p1@example.org", "p3@example.org"])
    #expect(fault.sentence == "mail: it refuses recipient 2 (451), 3 (550), 4 (450) of 4; the others have it")
  }

  @Test func `is believed when it refuses for good, and the refused are named`() throws {
    let fault = try #require(outcome([550, 250]).fault)
    #expect(!fault.isTemporary)
    #expect(fault.sentence == "mail: it refuses recipient 1 (550) of 2; the others have it")
    #expect(outcome([550, 553]).fault == .permanent("mail: it refuses the recipients (553)"))
    #expect(outcome([450, 553]).fault?.recipients == ["p0@example.org"])
  }

  @Test func `gets the next attempt from the queue for the rest of the recipients`() throws {
    let queue = try OutsideQueue()
    try queue.append(nil, [OutsideScene.message("m1")], for: ["a"], coolDown: .zero, at: 1000)
    guard case .send(let queued) = try queue.turn(of: "a", at: 1000) else { return #expect(Bool(false)) }
    let fault = try #require(outcome([250, 451]).fault)
    try queue.markFailed(queued.position, fault, next: 2000, at: 1000)
    guard case .send(let again) = try queue.turn(of: "a", at: 2000) else { return #expect(Bool(false)) }
    #expect(again.message.recipients == ["p1@example.org"])
  }

  @Test(
    arguments: [
      (354, "the mail", 200...299, true), (250, "AUTH", 235...235, true), (250, "STARTTLS", 220...220, true),
      (454, "STARTTLS", 220...220, true), (554, "the mail", 200...299, false), (250, "the mail", 200...299, nil),
      (354, "DATA", 354...354, nil),
    ] as [(Int, String, ClosedRange<Int>, Bool?)])
  func `is not believed with an answer that the step does not have`(
    code: Int, step: String, expected: ClosedRange<Int>, isTemporary: Bool?
  ) {
    var fault: DeliveryFault?
    do throws(DeliveryFault) {
      try MailReply(code: code, lines: ["words"]).check(step, host: "mail", expects: expected)
    } catch {
      fault = error
    }
    #expect(fault?.isTemporary == isTemporary)
  }
}
