import Readings
import Synchronization
import Testing
import Web

@testable import Outside

@Suite("A channel that cannot be used")
struct UnusableChannelTests {
  private struct Service: Sender {
    func send(_ message: OutsideMessage) async throws(DeliveryFault) -> String? { "receipt of \(message.id)" }
  }

  private final class World: Sendable {
    let isThere = Mutex(false)
    let mended = Mutex(0)
  }

  @Test func `keeps its messages until it is mended, and then sends them`() async throws {
    let world = World()
    let channel = UnusableChannel {
      world.mended.withLock { $0 += 1 }
    } make: { () throws(LapwingError) in
      guard world.isThere.withLock({ $0 }) else {
        throw LapwingError(.noInput, code: .noInput, "secret: No such file")
      }
      return Service()
    }
    await #expect(throws: DeliveryFault.temporary("secret: No such file")) {
      try await channel.send(OutsideScene.message("m1"))
    }
    world.isThere.withLock { $0 = true }
    for id in ["m1", "m2"] { #expect(try await channel.send(OutsideScene.message(id)) == "receipt of \(id)") }
    #expect(world.mended.withLock { $0 } == 1)
  }
}
