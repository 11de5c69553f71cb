import SensorProtocols

extension JSONObject {
  /// A part of the history of a sensor.
  package init(_ history: SensorDecoder.History) {
    switch history {
    // `nan` is written as null.
    case .aranet(let frame):
      self = [
        "param": frame.parameter.rawValue, "start": frame.start, "count": frame.count,
        "interval_s": frame.intervalSeconds, "total": frame.total, "age_s": frame.ageSeconds,
        "values": frame.values.map { JSONText.rounded(ifGiven: $0) ?? .nan },
      ]
    // A single measurement is part of the line itself, several are a list.
    case .ruuvi(let packet):
      self = ["count": packet.records.count]
      let records = packet.records.map { record in
        (["time_unix": record.unixSeconds] as JSONObject).adding(ReadingReport(record.reading))
      }
      if records.count == 1 { add(membersOf: records[0]) } else { add("records", records) }
    }
  }
}
