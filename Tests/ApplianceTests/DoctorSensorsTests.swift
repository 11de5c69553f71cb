import Engine
import Foundation
import Status
import Testing
@testable import Appliance

@Suite struct `The doctor of the sensors` {
  private func report(_ trouble: SensorTrouble?, _ name: String) throws -> SensorReport {
    let word = trouble.map { ", \"trouble\": \"\($0.rawValue)\"" } ?? ""
    let line = "{\"address\": \"C0:FF:EE:00:31:01\", \"adopted\": true, \"silent_s\": 0, \"name\": \"\(name)\"\(word)}"
    return try JSONDecoder().decode(SensorReport.self, from: Data(line.utf8))
  }

  @Test func `names each sensor whose messages do not count, and why`() throws {
    let finding = Doctor.sensors([try report(nil, "cabin"), try report(.counterWentBack, "galley")])
    #expect(!finding.isGood)
    #expect(finding.sentence.hasPrefix("galley C0:FF:EE:00:31:01: its counter went back"))
  }

  @Test func `finds no fault with the others`() throws {
    #expect(Doctor.sensors([try report(nil, "cabin")]).isGood)
    #expect(Doctor.sensors([]).isGood)
  }
}
