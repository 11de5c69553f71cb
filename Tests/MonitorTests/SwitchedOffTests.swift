import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// What a condition that is switched off does to the alarms of a heart.
@Suite struct `A condition that is switched off` {
  private func without(_ ids: ConditionID...) -> ConditionTable {
    var table = ConditionTable.standard
    for id in ids { _ = table.setEnabled(false, of: id) }
    return table
  }

  @Test(arguments: [ConditionID.noContact, .implausible, .noData])
  func `takes no alarm with it that it would stand for`(id: ConditionID) {
    var scene = MonitorScene(conditions: without(id, .heartRateLow))
    scene.beats(150, during: 0..<20)
    switch id {
    case .noContact: scene.strap(.notDetected, nil, during: 20..<60)
    case .implausible: scene.heartRate(1, during: 20..<60)
    default: scene.waits(until: 60)
    }
    #expect((10..<60).allSatisfy { scene.present(at: Double($0)).values.contains(.high) })
    #expect((10..<60).allSatisfy { scene.pattern(of: .red, at: Double($0)) == .highPriority })
  }

  @Test func `ends what stood for its alarm`() {
    var scene = MonitorScene()
    scene.beats(150, during: 0..<20)
    scene.waits(until: 30)
    #expect(scene.present(at: 30) == [.noData: .high])
    scene.adopts(without(.heartRateHigh), at: 30)
    scene.waits(until: 31)
    scene.waits(until: 60)
    #expect(scene.present(at: 59)[.noData] == .high, "the strap is lost all the same")
  }

  @Test func `does not hide the loss of a heart behind a pulse that nobody watches`() {
    var scene = MonitorScene(conditions: without(.noPulse))
    scene.beats(72, during: 0..<60)
    scene.strap(.detected, 0, during: 60..<200)
    #expect(scene.onsets(of: .noPulse).isEmpty)
    #expect(scene.onsets(of: .noData).first == 90)
  }
}
