import Alarms
import Engine
import Monitor
import Readings
import SensorProtocols

/// For tests of the engine's outputs: each one is passed to a closure, in order, when the engine has finished.
extension Engine {
  package typealias Sink = (LoopOutput, Instant) -> Void

  private mutating func collect<Answer>(_ sink: Sink, _ body: (inout Engine, inout [TimedOutput]) -> Answer) -> Answer {
    var outputs: [TimedOutput] = []
    let answer = body(&self, &outputs)
    for output in outputs { sink(output.record, output.instant) }
    return answer
  }

  package mutating func handle(_ input: EngineInput, at instant: Instant, to sink: Sink) {
    collect(sink) { $0.handle(input, at: instant, into: &$1) }
  }

  package mutating func advance(to instant: Instant, to sink: Sink) {
    collect(sink) { $0.advance(to: instant, into: &$1) }
  }

  package mutating func begin(at instant: Instant, isAwaiting: Bool, to sink: Sink) {
    collect(sink) { $0.begin(at: instant, isAwaiting: isAwaiting, into: &$1) }
  }

  package mutating func resume(
    _ alarm: RememberedAlarm, at sensor: SensorRegistry.Sensor, at instant: Instant, to sink: Sink
  ) {
    collect(sink) { $0.resume(alarm, at: sensor, at: instant, into: &$1) }
  }

  package mutating func recall(
    _ pending: PendingCounts, at sensor: SensorRegistry.Sensor, at instant: Instant, to sink: Sink
  ) {
    collect(sink) { $0.recall(pending, at: sensor, at: instant, into: &$1) }
  }

  package mutating func expect(_ sensor: SensorRegistry.Sensor, at instant: Instant, to sink: Sink) {
    collect(sink) { $0.expect(sensor, at: instant, into: &$1) }
  }

  @discardableResult package mutating func adopt(
    _ settings: MonitorSettings, roles: [DeviceAddress: SensorRole]? = nil, sensors: SensorSelection? = nil,
    to sink: Sink
  ) -> [OrderNotice] {
    collect(sink) { $0.adopt(settings, roles: roles, sensors: sensors, into: &$1) }
  }

  package mutating func adopt(_ order: AdoptionOrder, at instant: Instant, to sink: Sink) -> OrderAnswer {
    collect(sink) { $0.adopt(order, at: instant, into: &$1) }
  }

  package mutating func forget(_ address: DeviceAddress, at instant: Instant, to sink: Sink) -> OrderAnswer {
    collect(sink) { $0.forget(address, at: instant, into: &$1) }
  }

  package mutating func standBy(_ person: PersonIndex?, hours: Double, at instant: Instant, to sink: Sink)
    -> OrderAnswer
  {
    collect(sink) { $0.standBy(person, hours: hours, at: instant, into: &$1) }
  }

  package mutating func carryOut(_ order: Event, at instant: Instant, to sink: Sink) -> OrderAnswer {
    collect(sink) { $0.carryOut(order, at: instant, into: &$1) }
  }

  package mutating func use(_ selection: SensorSelection, at instant: Instant, to sink: Sink) {
    collect(sink) { $0.use(selection, at: instant, into: &$1) }
  }
}
