import Bluetooth
import Engine
import Radio
import Readings
import Settings
import Synchronization
import System
import TestSupport
import Testing

@Suite struct `The connections to sensors` {
  /// Straps around a box, and the sockets of the calls to them.
  private struct Scene {
    private final class Calls: Sendable {
      let made = Mutex<[FakeSocket]>([])
      let error = Mutex<KernelSocketError?>(nil)
    }

    private let calls = Calls()
    private var links: SensorLinks
    var reported: [String] = []
    var states: [SensorLink.State] = []
    private let adapter = DeviceAddress(value: 0xAD)

    init() throws {
      links = SensorLinks(
        ready: try ReadySet(), bonds: Bonds(), heartSource: .automatic, guests: ConnectionPermission(.anyKnown),
        connector: { [calls] (_, _, _) throws(KernelSocketError) in
          if let error = calls.error.withLock({ $0 }) { throw error }
          guard let socket = try? FakeSocket() else { throw KernelSocketError.system(24) }
          calls.made.withLock { $0.append(socket) }
          return socket
        })
    }

    var sockets: [FakeSocket] { calls.made.withLock { $0 } }
    func breaks(_ error: KernelSocketError?) { calls.error.withLock { $0 = error } }

    /// A strap advertises its service.
    mutating func strap(_ number: UInt64, at seconds: Double) {
      let advertisement = Advertisement(
        address: DeviceAddress(value: number), rssi: -60, data: [2, 1, 6, 3, 3, 0x0D, 0x18])
      var outputs: [RadioOutput] = []
      if let attempt = links.noticed(advertisement, .random, at: .at(seconds), into: &outputs) {
        links.connect(attempt, from: adapter, at: .at(seconds), into: &outputs)
      }
      note(outputs)
    }

    /// A socket has something.
    mutating func serve(_ socket: FakeSocket, at seconds: Double) {
      var outputs: [RadioOutput] = []
      _ = links.serve(socket.descriptor, at: .at(seconds), into: &outputs)
      note(outputs)
    }

    mutating func waits(until seconds: Double) {
      var outputs: [RadioOutput] = []
      links.advance(to: .at(seconds), into: &outputs)
      note(outputs)
    }

    mutating func leaves(_ number: UInt64, at seconds: Double) {
      var outputs: [RadioOutput] = []
      links.close(DeviceAddress(value: number), "it was read", at: .at(seconds), into: &outputs)
      note(outputs)
    }

    private mutating func note(_ outputs: [RadioOutput]) {
      for output in outputs {
        switch output {
        case .input(.radio(.connected)): reported.append("connected")
        case .input(.radio(.disconnected)): reported.append("disconnected")
        case .note: reported.append("note")
        case .link(let link): states.append(link.state)
        default: reported.append("other")
        }
      }
    }
  }

  @Test func `call a strap on sight, once, and speak to it when the connection stands`() throws {
    var scene = try Scene()
    scene.strap(1, at: 0)
    scene.strap(1, at: 0.5)
    #expect(scene.sockets.count == 1)
    let socket = try #require(scene.sockets.first)
    scene.serve(socket, at: 1)
    #expect(scene.reported == ["note", "connected"])
    #expect(socket.sent == 1, "the exchange of the MTU")
  }

  @Test func `call one strap at a time`() throws {
    var scene = try Scene()
    scene.strap(1, at: 0)
    scene.strap(2, at: 0.1)
    #expect(scene.sockets.count == 1)
    scene.serve(try #require(scene.sockets.first), at: 1)
    scene.strap(2, at: 1.1)
    #expect(scene.sockets.count == 2)
  }

  @Test func `call a strap again after a pause when it hangs up`() throws {
    var scene = try Scene()
    scene.strap(1, at: 0)
    let socket = try #require(scene.sockets.first)
    scene.serve(socket, at: 1)
    scene.reported = []
    socket.says(.closed(104))
    scene.serve(socket, at: 2)
    #expect(scene.reported == ["note", "disconnected"])
    scene.strap(1, at: 2.1)
    #expect(scene.sockets.count == 1, "not at once")
    scene.strap(1, at: 120)
    #expect(scene.sockets.count == 2)
  }

  @Test func `are told at each step, and why one ends`() throws {
    var scene = try Scene()
    scene.strap(1, at: 0)
    #expect(scene.states == [.connecting])
    let socket = try #require(scene.sockets.first)
    scene.serve(socket, at: 1)
    #expect(scene.states == [.connecting, .connected])
    socket.says(.closed(104))
    scene.serve(socket, at: 2)
    #expect(scene.states.count == 3 && scene.states.last?.reason?.isEmpty == false)
    scene.breaks(.system(16))
    scene.strap(1, at: 120)
    #expect(scene.states.count == 4 && scene.states.last?.name == "disconnected")
  }

  @Test func `that the box ends itself leave nothing to tell`() throws {
    var scene = try Scene()
    scene.strap(1, at: 0)
    scene.serve(try #require(scene.sockets.first), at: 1)
    scene.leaves(1, at: 2)
    #expect(scene.states == [.connecting, .connected, .unwanted])
  }

  @Test func `give up a call that nobody answers, and say so`() throws {
    var scene = try Scene()
    scene.strap(1, at: 0)
    scene.waits(until: 60)
    #expect(scene.reported == ["note"])
    scene.strap(1, at: 200)
    #expect(scene.sockets.count == 2)
  }

  @Test func `say that a call failed, and try again`() throws {
    var scene = try Scene()
    scene.breaks(.system(16))
    scene.strap(1, at: 0)
    #expect(scene.sockets.isEmpty)
    #expect(scene.reported == ["note"])
    scene.breaks(nil)
    scene.strap(1, at: 120)
    let socket = try #require(scene.sockets.first)
    socket.fails(111)
    scene.serve(socket, at: 121)
    #expect(scene.reported == ["note", "note"])
  }
}
