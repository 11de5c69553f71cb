import SensorProtocols

/// One JSON object with its members in the order in which they are written here, for what is no type of its own.
///
/// A member that is `nil` is left out: `["low": limits.low, "count": 3]`. It is an `Encodable` value like any other, and
/// ``OrderedJSON`` writes it.
package struct JSONObject: Encodable, Sendable, ExpressibleByDictionaryLiteral {
  package typealias Member = any Encodable & Sendable

  /// Without a key: the members of a value that is written as an object.
  private var parts: [(key: String?, value: Member)] = []

  package init(dictionaryLiteral members: (String, Member?)...) { for (key, value) in members { add(key, value) } }

  package init(_ members: [(String, Member)]) { for (key, value) in members { add(key, value) } }

  /// The value of a member that is `null` instead of left out.
  package static func orNull(_ value: Member?) -> Member { value ?? JSONDecimal.null }

  package mutating func add(_ key: String, _ value: Member?) {
    if let value { parts.append((key, value)) }
  }

  package mutating func add(membersOf value: Member?) {
    if let value { parts.append((nil, value)) }
  }

  /// With the members of another value after its own.
  package func adding(_ other: Member?) -> JSONObject {
    var object = self
    object.add(membersOf: other)
    return object
  }

  package var text: String { OrderedJSON.text(of: self) }

  package func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: NameKey.self)
    for (key, value) in parts {
      if let key { try object.encode(value, forKey: NameKey(stringValue: key)) } else { try value.encode(to: encoder) }
    }
  }
}

extension JSONObject {
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
