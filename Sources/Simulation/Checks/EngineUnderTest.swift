import Alarms
import Engine
import Monitor
import Readings

/// The real engine: it decodes the bytes of the sensors and, after a restart, continues from its logbook.
package struct EngineUnderTest: SystemUnderTest, Sendable {
  private let settings: MonitorSettings
  /// Whether values that were beyond a limit before a restart keep their counts.
  private let recallsCounts: Bool
  private let pressure: PressureCorrection
  private var own: [OwnDevice] = []
  private var engine: Engine
  private var logbook = SimulatedLogbook()
  private var outputs: [TimedOutput] = []
  /// For each place in the engine, the place that the checks use.
  private var places = [SensorIndex](repeating: OwnDevice.stranger, count: Monitor.sensorCapacity)

  /// - Parameters:
  ///   - settings: the rules in force.
  ///   - recallsCounts: `false` simulates a fault: every count starts from zero after a restart.
  ///   - correctsCO2: `false` simulates a fault: CO2 is taken as the sensor sent it, however thin the air is.
  package init(settings: MonitorSettings, recallsCounts: Bool = true, correctsCO2: Bool = true) {
    self.settings = settings
    pressure = correctsCO2 ? .automatic : PressureCorrection([.any: .off])
    self.recallsCounts = recallsCounts
    engine = Engine(settings: settings)
  }

  /// The box continues where its log ended.
  package static let remembers = true

  package mutating func begin(with own: [OwnDevice], into actions: inout [Action]) {
    self.own = own.filter(\.role.isAdopted)
    start(at: .start)
    pass(&actions)
  }

  package mutating func take(_ input: EngineInput, at instant: Instant, into actions: inout [Action]) {
    engine.take(input, at: instant, into: &outputs)
    pass(&actions)
  }

  package var nextDeadline: Instant? { engine.nextDeadline }

  package mutating func advance(to instant: Instant, into actions: inout [Action]) {
    engine.advance(to: instant, into: &outputs)
    pass(&actions)
  }

  package mutating func restart(at instant: Instant, into actions: inout [Action]) {
    let left = logbook.lookBack(at: instant, settings: settings, recallsCounts: recallsCounts)
    start(at: instant)
    for item in left { engine.goOn(with: item, at: instant, into: &outputs) }
    engine.take(.event(.fault(.restarted)), at: instant, into: &outputs)
    pass(&actions)
  }

  private mutating func start(at instant: Instant) {
    let roles = Dictionary(own.map { ($0.address, $0.role) }) { $1 }
    engine = Engine(
      settings: settings, adoption: Adoption(scope: .adopted, named: own.map(\.address)), roles: roles,
      pressure: pressure)
    engine.begin(at: instant, isAwaiting: true, into: &outputs)
  }

  /// Logs the outputs of the engine and returns its actions.
  private mutating func pass(_ actions: inout [Action]) {
    for index in outputs.indices {
      logbook.take(outputs[index])
      switch outputs[index].record {
      case .sensor(let place, let sensor): name(place, own.first { $0.address == sensor.address }?.place)
      case .stranger(let place, _), .left(let place): name(place, nil)
      case .action(.alarm(var alarm)):
        alarm.sensor = alarm.sensor.flatMap {
          places.indices.contains(Int($0.position)) ? places[Int($0.position)] : nil
        }
        actions.append(.alarm(alarm))
      case .action(let action): actions.append(action)
      default: break
      }
    }
    outputs.removeAll(keepingCapacity: true)
  }

  private mutating func name(_ place: SensorIndex, _ known: SensorIndex?) {
    guard places.indices.contains(Int(place.position)) else { return }
    places[Int(place.position)] = known ?? OwnDevice.stranger
  }
}
