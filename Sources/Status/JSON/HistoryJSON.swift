import Readings
import SensorProtocols

extension JSONLine {
  /// Adds a part of the history of a sensor.
  package mutating func add(_ history: SensorDecoder.History) {
    switch history {
    case .aranet(let frame): add(frame)
    case .ruuvi(let packet):
      add("count", packet.records.count)
      // A single measurement is added to the line itself, several as a list.
      if packet.records.count == 1, let record = packet.records.first {
        add(record)
      } else {
        add(
          "records",
          packet.records.map { record in
            var line = JSONLine()
            line.add(record)
            return line
          })
      }
    }
  }

  private mutating func add(_ record: RuuviHistory.Record) {
    add("time_unix", record.unixSeconds)
    add(membersOf: ReadingReport(record.reading))
  }

  /// Adds a frame of the history of an Aranet. A missing value is null.
  private mutating func add(_ history: AranetHistory) {
    add("param", history.parameter.rawValue)
    add("start", history.start)
    add("count", history.count)
    if let interval = history.intervalSeconds { add("interval_s", interval) }
    if let total = history.total { add("total", total) }
    if let age = history.ageSeconds { add("age_s", age) }
    // `nan` is written as null.
    add("values", history.values.map { $0.map(Self.rounded) ?? .nan })
  }
}
