import Alarms
import Bluetooth
import Monitor
import Readings
import SensorProtocols
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
    var street = Street(parameters, &random)
    var devices: Set<DeviceAddress> = [], models: Set<SensorModel> = [], reports: [RadioReport] = []
    var last: [DeviceAddress: Int] = [:]
    for second in 1...7_200 {
      reports.removeAll()
      street.step(Double(second), &random, into: &reports)
      for report in reports {
        guard case .advertisement(let advertisement) = report else { continue }
        devices.insert(report.address)
        last[report.address] = second
        #expect(advertisement.rssi.map { (-110 ... -30).contains($0) } == true)
        if let reading = SensorDecoder.reading(of: report) { models.insert(reading.model) }
      }
    }
    let gone = last.values.count { $0 < 7_000 }
    #expect(gone > 60 && gone < devices.count)
    #expect(models.count >= 3)
  }

  @Test("is not the box's own: what a stranger's device raises is counted and complained of")
  func strangers() {
    var scenario = Rehearsals.scenario(["passers-by-per-hour": 30, "neighbours": 4])
    scenario.strap?.ownership = .stranger
    scenario.airSensor = .stranger
    let quiet = Rehearsals.reports(PlainBox(ModelBox(settings: Rehearsals.settings)), scenario)
    #expect(quiet.flatMap(\.violations) == [])
    #expect(quiet.allSatisfy { $0.strangersAlarms == 0 })
    let box = PlainBox(
      FaultyBox(.adoptsAll, in: ModelBox(settings: Rehearsals.settings), settings: Rehearsals.settings))
    let loud = Rehearsals.reports(box, scenario)
    #expect(loud.allSatisfy { $0.strangersAlarms > 0 && $0.violations.contains { $0.contains("stranger") } })
  }
}
