import Bluetooth
import BoxSupport
import Engine
import Monitor
import Readings
import TestSupport
import Testing

@Suite struct `A sensor that Bluetooth cannot read` {
  /// An Airthings View: a serial number, and nothing else.
  private static let view: [UInt8] = [2, 1, 6, 7, 0xFF, 0x34, 0x03, 0xC1, 0xA2, 0x70, 0xB0]

  @Test func `is never missed, and raises no alarm`() throws {
    var engine = Engine(settings: MonitorSettings(latchesSound: false, gradesAir: false))
    var alarms = 0
    func count(_ output: LoopOutput, _: Instant) { if case .action(.alarm) = output { alarms += 1 } }
    let view = Advertisement(address: .sampleStrap, rssi: -60, data: Self.view)
    for minute in 0..<30 {
      engine.handle(
        .radio(.advertisement(view)), at: Instant(nanoseconds: Int64(minute) * 60_000_000_000), to: count)
    }
    engine.advance(to: Instant(nanoseconds: 86_400_000_000_000), to: count)
    #expect(alarms == 0)
  }
}
