import Foundation
import NIOSSL
import Readings
import TestSupport
import Testing
@testable import Web

@testable import Outside

@Suite("The network")
struct NetworkTests {
  @Test(arguments: [
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.3.4", "::1", "fd12::1", "fe80::1",
    "fe80::1%eth0", "::ffff:192.168.1.1",
  ]) func `speaks without TLS to an address of one's own`(address: String) {
    #expect(PrivateAddress.contains(address))
  }

  @Test(arguments: [
    "8.8.8.8", "172.15.0.1", "172.32.0.1", "192.169.0.1", "11.0.0.1", "100.64.0.1", "0.0.0.0", "2001:db8::1", "::",
    "::ffff:8.8.8.8", "name", "",
  ]) func `does not to any other`(address: String) {
    #expect(!PrivateAddress.contains(address))
  }

  @Test(arguments: [
    (200, nil), (204, nil), (302, false), (400, false), (401, false), (404, false), (408, true), (429, true),
    (500, true),
    (503, true),
  ]) func `tries again what may be taken later`(status: Int, isTemporary: Bool?) {
    var fault: DeliveryFault?
    do throws(DeliveryFault) { try HTTPAnswer(status: status).check(host: "a") } catch { fault = error }
    #expect(fault?.isTemporary == isTemporary)
  }

  @Test func `takes for final only what a service itself says of the message`() {
    func fault(_ status: Int, _ body: String) -> DeliveryFault? {
      var answer = HTTPAnswer(status: status)
      answer.reason = ServiceReason(Array(body.utf8), without: [])
      do throws(DeliveryFault) { try answer.check(host: "a") } catch { return error }
      return nil
    }
    for status in [400, 413] {
      #expect(fault(status, #"{"error":"too long"}"#) == .permanent("a: it refuses the message (\(status)): too long"))
      for body in ["", "<html>Bad Request</html>", "Bad Request"] { #expect(fault(status, body)?.mayBeMended == true) }
    }
    for status in [301, 401, 403, 404, 410] {
      #expect(fault(status, #"{"error":"no such topic"}"#)?.mayBeMended == true, "\(status)")
    }
  }

  @Test(arguments: [
    (#"{"error":"forbidden"}"#, "forbidden"), (#"{"status":0,"errors":["user is invalid","x"]}"#, "user is invalid"),
    (#"{"ok":false,"description":"Bad Request: chat not found"}"#, "Bad Request: chat not found"),
    (#"{"code":21211,"message":"The 'To' number +15550199 is wrong"}"#, "The 'To' number … is wrong"),
    ("no such route\nline two", "no such route"), ("key s3cret is unknown", "key … is unknown"),
    ("write to anna@example.org please", "write to … please"), ("<p>hello</p>", nil), ("{}", nil), ("", nil),
    (String(repeating: "x", count: 300), String(repeating: "x", count: 100)),
  ]) func `shows what a service says, without secrets and addresses`(body: String, expected: String?) {
    #expect(ServiceReason(Array(body.utf8), without: ["s3cret", "+15550199"])?.text == expected)
  }

  @Test func `believes certificates of 2048 bits and SHA-256 or better`() throws {
    for (pem, isStrong) in SampleCertificates.all {
      let certificate = try NIOSSLCertificate(bytes: Array(pem.utf8), format: .pem)
      #expect(CertificateFields(der: try certificate.toDERBytes())?.isStrong == isStrong, "\(pem)")
    }
    #expect(CertificateFields(der: [0x30, 0x03, 0x02, 0x01, 0x01]) == nil)
  }

  @Test func `asks a service that refuses after 5, 15 and 60 s`() {
    let pauses = (1...4).map { RetrySchedule.pause(afterFailures: $0, chance: 0.5, isRefused: true) }
    #expect(pauses == [5000, 15_000, 60_000, 60_000])
  }

  @Test func `waits as long as a service asks, within reason`() {
    for (asked, expected) in [(nil, nil), (7, 7), (1_000_000, 900)] as [(Int?, Int64?)] {
      do throws(DeliveryFault) {
        try HTTPAnswer(status: 429, retryAfter: asked).check(host: "a")
      } catch {
        #expect(error.retryAfter?.components.seconds == expected)
      }
    }
  }

  @Test func `takes the date of Retry-After as the server measures it`() {
    let now = "Thu, 26 Nov 2026 17:00:00 GMT"
    #expect(RetryAfter.seconds("120", date: nil) == 120)
    #expect(RetryAfter.seconds("Thu, 26 Nov 2026 17:02:05 GMT", date: now) == 125)
    #expect(RetryAfter.seconds("Wed, 25 Nov 2026 17:02:05 GMT", date: now) == 0)
    #expect(RetryAfter.seconds("Fri, 01 Jan 2027 00:00:00 GMT", date: "Thu, 31 Dec 2026 23:59:58 GMT") == 2)
    #expect(RetryAfter.seconds("99999999999999999999", date: now) == .max)
    for text in ["", "-1", "soon", "1.5", "Thu, 26 Nov 2026 17:02:05 CET", "Thu, 26 Foo 2026 17:02:05 GMT"] {
      #expect(RetryAfter.seconds(text, date: now) == nil, "\(text)")
    }
    #expect(RetryAfter.seconds("Thu, 26 Nov 2026 17:02:05 GMT", date: nil) == nil)
  }

  @Test func `pauses for 1, 2, 4 … 60 s with a fifth of chance`() {
    let middle = (1...9).map { RetrySchedule.pause(afterFailures: $0, chance: 0.5) }
    #expect(middle == [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000])
    #expect(RetrySchedule.pause(afterFailures: 1, chance: 0) == 800)
    #expect(RetrySchedule.pause(afterFailures: 100, chance: 1) == 72_000)
    #expect(RetrySchedule.pause(afterFailures: 1, chance: 0, asked: .seconds(30)) == 30_000)
  }

  @Test func `writes a form as the URL standard says`() {
    #expect(FormText.encoded("a b&c=ü+1") == "a%20b%26c%3D%C3%BC%2B1")
  }

  @Test func `keeps secrets in files that nobody else can read`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("s3cret\n", to: "secret")
    chmod(path, 0o600)
    #expect(try SecretFile.read(path) == "s3cret")
    chmod(path, 0o640)
    #expect(throws: LapwingError.self) { try SecretFile.read(path) }
    let two = try folder.write("two words", to: "two")
    chmod(two, 0o600)
    #expect(throws: LapwingError.self) { try SecretFile.read(two) }
  }

  @Test func `takes an answer only if this box has made it`() {
    let replies = Ntfy.ReplyTopic(topic: "t", key: "k")
    let answer = replies.answer(to: "r-17")
    #expect(replies.message(answeredBy: answer)?.id == "r-17")
    #expect(replies.message(answeredBy: answer.replacingOccurrences(of: "17", with: "18")) == nil)
    #expect(replies.message(answeredBy: "ack r-17") == nil)
    #expect(Ntfy.ReplyTopic(topic: "t", key: "other").message(answeredBy: answer) == nil)
  }
}
