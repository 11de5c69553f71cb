import Alarms
import Monitor
import Readings
import Testing

@testable import Simulation

@Suite("The street")
struct StreetTests {
  @Test("brings devices of every kind for minutes, and takes them away again")
  func passersBy() {
    var parameters = WorldParameters()
    _ = parameters.set("passers-by-per-hour", to: 60)
    _ = parameters.set("neighbours", to: 4)
    var random = WorldRandom(seed: 9)
    var street = Street(parameters, capacity: 64, &random)
    var arrived: Set<SensorIndex> = [], gone = 0, models: Set<SensorModel> = [], heard: [Heard] = []
    for second in 1...7_200 {
      heard.removeAll()
      street.step(Double(second), &random, into: &heard)
      for sensor in street.arrived { #expect(arrived.insert(sensor).inserted) }
      for sensor in street.gone {
        arrived.remove(sensor)
        gone += 1
      }
      for device in heard {
        #expect(arrived.contains(device.sensor) && device.sensor.position >= Street.firstPlace)
        #expect((-110 ... -30).contains(device.rssi))
        models.insert(device.reading.model)
      }
    }
    #expect(gone > 60)
    #expect(models.count >= 3)
  }

  @Test("is nobody's business: what a stranger's device raises is counted and complained of")
  func strangers() {
    var scenario = Rehearsals.scenario(["passers-by-per-hour": 30, "neighbours": 4])
    scenario.strap?.ownership = .stranger
    scenario.airSensor = .stranger
    let quiet = Rehearsals.reports(ModelBox(settings: Rehearsals.settings), scenario)
    #expect(quiet.flatMap(\.violations) == [])
    #expect(quiet.allSatisfy { $0.strangersAlarms == 0 })
    let box = FaultyBox(.adoptsAll, in: ModelBox(settings: Rehearsals.settings), settings: Rehearsals.settings)
    let loud = Rehearsals.reports(box, scenario)
    #expect(loud.allSatisfy { $0.strangersAlarms > 0 && $0.violations.contains { $0.contains("stranger") } })
  }
}
