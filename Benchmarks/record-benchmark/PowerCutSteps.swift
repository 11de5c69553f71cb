import Alarms
import Logbook
import Readings
import SensorProtocols
import Sessions

/// What a box writes minute by minute, the same each time, so that a file can be compared with it after a power cut
/// (`make proof-record`): a strap, an air sensor, an alarm each seven minutes, and two sessions.
struct PowerCutSteps {
  struct Step {
    var entries: [LogEntry] = []
    var beats: [(at: Int64, rate: Double, ticks: [UInt16])] = []
    var air: [(at: Int64, co2: Double)] = []
    var alarms = 0
    /// 1 or 2; 0 outside of sessions.
    var session = 0
    /// When it was over.
    var end: Int64
  }

  let steps: [Step]

  init(hours: Int) {
    var year = Year()
    var steps: [Step] = []
    var sequence: UInt64 = 0
    let length = hours * 60
    let sessions = [length / 20..<length / 3, length / 2..<length - length / 8]
    for hour in 0..<hours {
      let notifications = Year.notifications(year.beats(hour: hour), hour: hour)
      let minutes = year.minutes(hour: hour)
      for minute in 0..<60 {
        let place = hour * 60 + minute
        var step = Step(end: Year.start + Int64(place + 1) * 60_000)
        if place == 0 { step.entries.append(.runStarted(at: Year.start)) }
        for (number, range) in sessions.enumerated() where range.contains(place) {
          step.session = number + 1
          if place == range.lowerBound {
            step.entries.append(.sessionStarted(at: step.end - 60_000, profile: "bedside"))
          }
        }
        for item in notifications[60 * minute..<60 * minute + 60] {
          step.beats.append(item)
          step.entries.append(.reading(strap(item.rate, item.ticks), of: "Polar H10", from: Year.strap, at: item.at))
        }
        var reading = Reading(model: .aranet4)
        reading.measurements = minutes[minute].measurements
        step.air = [(minutes[minute].at, reading.measurements[.co2PartsPerMillion] ?? 0)]
        step.entries.append(.reading(reading, of: "Aranet4", from: Year.air, at: minutes[minute].at))
        if place % 7 == 3 {
          sequence += 1
          step.alarms = 1
          step.entries.append(.alarm(Self.alarm(sequence), at: step.end - 1, sensor: Year.air))
        }
        if sessions.contains(where: { $0.upperBound - 1 == place }) {
          step.entries.append(.sessionEnded(SessionSummary(), at: step.end - 1))
        }
        steps.append(step)
      }
    }
    self.steps = steps
  }

  private static func alarm(_ sequence: UInt64) -> AlarmTransition {
    let isOn = sequence % 2 == 1
    return AlarmTransition(
      sequence: sequence, condition: .co2High, sensor: SensorIndex(0), priority: .high, isTechnical: false,
      presence: isOn ? .on : .off, isOnset: isOn, activation: isOn ? .on : .off, limit: 2500, value: 2600)
  }
}

/// A reading of a strap.
func strap(_ rate: Double, _ ticks: [UInt16]) -> Reading {
  var reading = Reading(model: .heartRateService)
  reading.measurements[.heartRateBeatsPerMinute] = rate
  reading.contact = .detected
  for tick in ticks { reading.rrIntervals.append(ticks: tick) }
  return reading
}
