import Glibc
import Readings
import System
import TestSupport
import Testing
@testable import Control

@Suite struct `A client of the control socket` {
  private let far: Descriptor
  private var client: ConnectedClient

  init() throws {
    var numbers: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &numbers) == 0)
    far = try Descriptor(numbers[1], "far end")
    client = ConnectedClient(
      number: 1, connection: ControlConnection(socket: try Descriptor(numbers[0], "near end")), user: 1000, at: .start)
  }

  private func sends(_ text: String) { _ = Glibc.send(far.number, text, text.utf8.count, 0) }

  private func reads() {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while recv(far.number, &bytes, bytes.count, 0) > 0 {}
  }

  @Test mutating func `has its requests taken one after the other`() {
    sends("a\nb\n")
    #expect(client.nextRequest() == "a")
    #expect(client.hasNext && !client.takesMore)
    sends("c\n")
    #expect(client.nextRequest() == "b")
    #expect(client.nextRequest() == "c")
    #expect(client.nextRequest() == nil)
  }

  @Test mutating func `gets no more answers until it reads`() {
    sends("a\nb\n")
    #expect(client.nextRequest() == "a")
    let line = String(repeating: "x", count: 1 << 14)
    for _ in 0..<1000 where !client.connection.wantsToSend { client.send(line, at: .at(1)) }
    #expect(client.nextRequest() == nil)
    #expect(!client.hasNext && !client.takesMore)
    for _ in 0..<1000 where client.connection.wantsToSend {
      reads()
      client.connection.flush()
    }
    #expect(client.nextRequest() == "b")
  }

  @Test mutating func `has an order carried out also when it has gone`() {
    sends("a\n")
    #expect(shutdown(far.number, Int32(SHUT_RDWR)) == 0)
    #expect(client.nextRequest() == "a")
    #expect(client.nextRequest() == nil)
    #expect(client.connection.isBroken)
  }

  @Test mutating func `is known to read by what it has read, from the first line that it has not`() {
    client.send("1", at: .at(1))
    client.send("2", at: .at(2))
    #expect(client.unreadSince == .at(1))
    reads()
    client.updateUnread()
    #expect(client.unreadSince == nil)
    client.send("3", at: .at(3))
    reads()
    client.send("4", at: .at(4))
    #expect(client.unreadSince == .at(4))
  }
}

@Suite struct `The orders that the loop has not answered` {
  @Test func `are taken once, by their numbers`() {
    var orders = PendingOrders()
    let first = orders.nextNumber(), refused = orders.nextNumber()
    orders.add(PendingOrder(client: 7), number: first)
    #expect(first != refused)
    #expect(orders.hasOrder(of: 7) && !orders.hasOrder(of: 8))
    #expect(orders.remove(refused)?.client == nil)
    #expect(orders.remove(first)?.client == 7)
    #expect(orders.remove(first)?.client == nil)
    #expect(!orders.hasOrder(of: 7))
  }
}

@Suite struct `The names in a request` {
  private let known = ["AA:00:00:00:00:01", "AA:00:00:00:00:02", "BB:00:00:00:00:01"].compactMap { DeviceAddress($0) }

  private func address(_ text: String?) throws -> String {
    try TypedNames.address(text ?? "", among: known).description
  }

  private func code(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return (error as? LapwingError)?.code }
    return nil
  }

  @Test func `are whole addresses, or what only one known address begins or ends with`() throws {
    #expect(try address("CC:00:00:00:00:09") == "CC:00:00:00:00:09", "not known, and whole")
    #expect(try address("bb") == "BB:00:00:00:00:01")
    #expect(try address("00-02") == "AA:00:00:00:00:02")
    #expect(code { _ = try address("AA") } == "ambiguous")
    #expect(code { _ = try address("CC") } == "not-heard")
    #expect(code { _ = try address(nil) } == "not-heard")
  }

  @Test func `are refused if there is no such condition, phase or person`() throws {
    #expect(code { _ = try TypedNames.condition("Nobody") } == "unknown-condition")
    #expect(code { _ = try TypedNames.phase("Nobody") } == "unknown-phase")
    #expect(code { _ = try TypedNames.person("Nobody", among: ["Anna"]) } == "unknown-person")
    #expect(try TypedNames.person("Anna", among: ["Ben", "Anna"]) != nil)
    #expect(try TypedNames.person(nil, among: ["Anna"]) == nil, "all")
  }
}
