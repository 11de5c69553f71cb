import Bluetooth
import BoxSupport
import Engine
import Logbook
import Radio
import Readings
import SensorProtocols
import Synchronization
import System
import TestSupport
import Testing

@Suite struct `Connections in flight mode` {
  /// A box with an adopted strap and an adopted Aranet, and a neighbour's oximeter, whose kind the box does not own.
  private final class Scene {
    private final class Calls: Sendable { let made = Mutex<[FakeSocket]>([]) }

    private let calls = Calls()
    private var links: SensorLinks
    private let registry = Street(named: [.sampleStrap, .sampleAranet4]).engine.registry
    private(set) var disconnected = 0

    static let neighbour = DeviceAddress(value: 7)
    static let strap: [UInt8] = [2, 1, 6, 3, 3, 0x0D, 0x18]
    static let oximeter: [UInt8] = [2, 1, 6, 3, 3, 0x22, 0x18]
    /// A strap that also advertises its heart rate, 72 bpm: company 0x006B, an item with contact.
    static let telling: [UInt8] = strap + [7, 0xFF, 0x6B, 0, 0x02, 0, 72, 72]

    init(heartSource: HeartRateSource = .automatic, isInFlight: Bool = false) throws {
      links = SensorLinks(
        ready: try ReadySet(), bonds: Bonds(), heartSource: heartSource,
        guests: ConnectionPermission(registry, isInFlight: isInFlight),
        connector: { [calls] (_, _, _) throws(KernelSocketError) in
          guard let socket = try? FakeSocket() else { throw KernelSocketError.system(24) }
          calls.made.withLock { $0.append(socket) }
          return socket
        })
    }

    /// A device advertises.
    /// - Returns: whether it is called.
    func hears(_ data: [UInt8], from address: DeviceAddress, at seconds: Double) -> Bool {
      let before = calls.made.withLock { $0.count }
      var outputs: [RadioOutput] = []
      let advertisement = Advertisement(address: address, rssi: -60, data: data)
      if let attempt = links.noticed(advertisement, .random, at: .at(seconds), into: &outputs) {
        links.connect(attempt, from: DeviceAddress(value: 0xAD), at: .at(seconds), into: &outputs)
      }
      return calls.made.withLock { $0.count } > before
    }

    /// The device that was called last answers.
    func answers(at seconds: Double) {
      guard let socket = calls.made.withLock({ $0.last }) else { return }
      var outputs: [RadioOutput] = []
      _ = links.serve(socket.descriptor, at: .at(seconds), into: &outputs)
    }

    func wantsHistory() {
      let gap = HistoryGap(
        address: .sampleAranet4, model: SensorModel.aranet4.name, from: 1_800_000_000_000, to: 1_800_003_600_000)
      if let wish = HistoryRequest(gap, start: 1_800_003_600_000) { links.fetch(wish, at: .start) }
    }

    func flightBegins(at seconds: Double) {
      links.guests = ConnectionPermission(registry, isInFlight: true)
      var outputs: [RadioOutput] = []
      links.leaveForFlight(at: .at(seconds), into: &outputs)
      for case .input(.radio(.disconnected)) in outputs { disconnected += 1 }
    }
  }

  @Test func `are made to an adopted strap`() throws {
    let scene = try Scene(isInFlight: true)
    #expect(scene.hears(Scene.strap, from: .sampleStrap, at: 1))
  }

  /// Advertisements have neither RR intervals nor, of some straps, a contact: the alarm would come later, or not at all.
  @Test func `are made to an adopted strap that advertises its heart rate, unless its advertisements are to count`()
    throws
  {
    #expect(try Scene(isInFlight: true).hears(Scene.telling, from: .sampleStrap, at: 1))
    #expect(try !Scene(heartSource: .advert, isInFlight: true).hears(Scene.telling, from: .sampleStrap, at: 1))
  }

  @Test func `are not made to a stranger, and are made on the ground`() throws {
    let scene = try Scene(isInFlight: true)
    #expect(!scene.hears(Scene.oximeter, from: Scene.neighbour, at: 1))
    let onTheGround = try Scene()
    #expect(onTheGround.hears(Scene.oximeter, from: Scene.neighbour, at: 1))
  }

  @Test func `are not made for a history, which waits`() throws {
    let scene = try Scene(isInFlight: true)
    scene.wantsHistory()
    let advertisement = Aranet4Encoder.advertisement(.aranet4(co2: 953))
    #expect(!scene.hears(advertisement, from: .sampleAranet4, at: 60))
    let onTheGround = try Scene()
    onTheGround.wantsHistory()
    #expect(onTheGround.hears(advertisement, from: .sampleAranet4, at: 60))
  }

  @Test func `to strangers end when it begins, and those to adopted sensors stay`() throws {
    let scene = try Scene()
    #expect(scene.hears(Scene.strap, from: .sampleStrap, at: 1))
    scene.answers(at: 1.5)
    #expect(scene.hears(Scene.oximeter, from: Scene.neighbour, at: 2))
    scene.answers(at: 2.5)
    scene.flightBegins(at: 3)
    #expect(scene.disconnected == 1)
    #expect(!scene.hears(Scene.oximeter, from: Scene.neighbour, at: 120))
  }

  @Test func `that a person orders are refused to strangers, in a sentence`() throws {
    let registry = Street(named: [.sampleStrap]).engine.registry
    let flight = ConnectionPermission(registry, isInFlight: true)
    for order in [DeviceOrder.read(Scene.neighbour), .pair(Scene.neighbour, passkey: nil)] {
      do throws(LapwingError) {
        try flight.check(order)
        Issue.record("no error")
      } catch {
        #expect(error.code == .flightMode && error.message.contains("lapwing network normal"))
      }
      try ConnectionPermission(registry).check(order)
    }
    for order in [DeviceOrder.read(.sampleStrap), .unpair(Scene.neighbour), .stop] { try flight.check(order) }
  }

  @Test func `to a stranger that is read end with it`() throws {
    var permission = ConnectionPermission(Street(named: [.sampleStrap]).engine.registry, isInFlight: true)
    permission.guest = Scene.neighbour
    #expect(!permission.mayConnect(to: Scene.neighbour, as: .pulseOximeter))
    #expect(permission.mayConnect(to: .sampleStrap, as: .heartRateService))
  }
}
