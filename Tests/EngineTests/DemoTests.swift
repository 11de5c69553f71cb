import Alarms
import BoxSupport
import Engine
import Foundation
import Monitor
import Settings
import TestSupport
import Testing

/// What `make run` shows, held by the same core in virtual time.
@Suite struct `The demonstration recording` {
  @Test func `shows all priorities of air, heart and appliance`() throws {
    let folder = try TemporaryFolder()
    var source = try ReplaySource(path: try folder.write(DemoRecording().bytes, to: "demo.btsnoop"))
    var onsets: [String] = []
    try VirtualReplay.run(&source, through: Engine(settings: MonitorSettings(latchesSound: false, gradesAir: true))) {
      record, _ in
      if case .action(.alarm(let alarm)) = record, alarm.isOnset {
        onsets.append("\(alarm.condition.name) \(alarm.priority.name)")
      }
    }
    #expect(
      onsets == [
        "sensor-battery-low low", "co2-low low", "co2-low low", "heart-rate-high high", "co2-medium medium",
        "heart-rate-low high",
        // The last strap of the recording sends one message again and again, which is no good data.
        "co2-high high", "no-data low", "no-data high", "frozen medium", "no-data high",
      ])
  }
}
