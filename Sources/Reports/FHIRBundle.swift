import Characters
import Documents
import Logbook
import Readings
import Sessions
import Status
import System

/// Vital signs as a FHIR R4 Bundle: an Observation for each minute with data, with the mean of that minute.
///
/// A minute, and not each heartbeat: a record of a night is 500 Observations then, which programs of clinics can take, and
/// `SampledData` is no value that the profile of a heart rate allows (hl7.org/fhir/R4/heartrate.html: `valueQuantity`). The Patient has the
/// identifier, name and birth date that the owner has written; without them it is the wearer of a sensor.
package struct FHIRBundle {
  /// What FHIR has a code for. Codes are those of loinc.org and of the vital-signs profiles of R4, units those of UCUM.
  package struct Sign {
    package let quantity: Quantity
    package let codes: [(code: String, display: String)]
    package let unit: String
    package let ucum: String
  }

  package static let signs = [
    Sign(
      quantity: .heartRateBeatsPerMinute, codes: [("8867-4", "Heart rate")], unit: "beats/minute", ucum: "/min"),
    Sign(
      quantity: .pulseBeatsPerMinute,
      codes: [("8867-4", "Heart rate"), ("8889-8", "Heart rate by Pulse oximetry")], unit: "beats/minute",
      ucum: "/min"),
    Sign(
      quantity: .oxygenSaturationPercent,
      codes: [
        ("2708-6", "Oxygen saturation in Arterial blood"),
        ("59408-5", "Oxygen saturation in Arterial blood by Pulse oximetry"),
      ], unit: "%", ucum: "%"),
  ]

  /// The length of what one Observation is about, milliseconds.
  private static let minute: Int64 = 60_000
  /// How much is read at once.
  private static let day: Int64 = 86_400_000

  private let figures: SessionFigures
  private let printed: UnixTime

  package init(figures: SessionFigures, printed: UnixTime) { (self.figures, self.printed) = (figures, printed) }

  private var session: SessionRecord { figures.line.session }
  private var present: Set<Quantity> { Set(figures.sensors.flatMap(\.quantities).map(\.quantity)) }

  /// The names of what the session holds and FHIR has no code for.
  package var leftOut: [String] {
    let known = Set(Self.signs.map(\.quantity))
    return Quantity.allCases.filter { present.contains($0) && !known.contains($0) }.map(\.label)
  }

  package func write(from reader: LogbookReader, to file: GrowingFile) throws(LapwingError) {
    let signs = Self.signs.filter { present.contains($0.quantity) }
    guard !signs.isEmpty else {
      throw LapwingError(
        .noInput, code: "no-vital-signs",
        "session \(session.id) has no heart rate and no oxygen saturation; FHIR has no code for anything else here")
    }
    let head: JSONObject = [
      "resourceType": "Bundle", "type": "collection", "timestamp": printed.isoText(in: .fixed(0)),
    ]
    try file.write(head.text.dropLast() + ",\"entry\":[")
    var separator = "\n"
    func add(_ resource: JSONObject, as identifier: String) throws(LapwingError) {
      let entry: JSONObject = ["fullUrl": identifier, "resource": resource]
      try file.write(separator + entry.text)
      separator = ",\n"
    }
    let wearers = figures.sensors.filter { sensor in
      sensor.quantities.contains { quantity in signs.contains { $0.quantity == quantity.quantity } }
    }
    for sensor in wearers {
      let notes = try reader.notes(
        onWearerOf: sensor.address, among: Set(wearers.map(\.address)), before: figures.line.end + 1)
      try add(Self.patient(of: sensor, notes.person), as: Self.identifier("wearer", sensor))
      try add(Self.device(sensor), as: Self.identifier("sensor", sensor))
    }
    var start = figures.period.start / Self.minute * Self.minute
    while start <= figures.line.end {
      let from = start
      let sensors = try reader.explained { () throws(LogbookError) in
        try reader.figures(
          from: from, length: Self.minute, count: Int(Self.day / Self.minute), until: figures.line.end,
          session: session.id, notBefore: figures.period.start, isPart: true, limits: [:])
      }
      for sensor in sensors {
        for sign in signs {
          guard let list = sensor.quantities.first(where: { $0.quantity == sign.quantity }) else { continue }
          for (place, figure) in list.figures.enumerated() where figure.count > 0 {
            guard let mean = figure.mean else { continue }
            let at = from + Int64(place) * Self.minute
            let identifier = Self.identifier("\(sign.quantity.key) \(at)", sensor)
            try add(Self.observation(sign, mean, at: at, of: sensor), as: identifier)
          }
        }
      }
      start += Self.day
      // Years may lie between two readings, if a clock or a row was wrong.
      if sensors.isEmpty, start <= figures.line.end {
        let next = start
        let first = try reader.explained { () throws(LogbookError) in
          try reader.firstTime(from: next, session: session.id)
        }
        guard let first else { break }
        start = max(start, first / Self.minute * Self.minute)
      }
    }
    try file.write("\n]}\n")
  }

  private static func patient(of sensor: SensorFigures, _ notes: PersonNotes) -> JSONObject {
    let parts = notes.identifier.map { $0.split(separator: "|", maxSplits: 1).map(String.init) }
    let identifier: JSONObject =
      switch parts {
      case .some(let parts) where parts.count == 2: ["system": parts[0], "value": parts[1]]
      case .some: ["value": notes.identifier]
      case nil: ["value": "wearer of \(sensor.address)"]
      }
    // One that an earlier version has stored may be any text.
    let born = notes.born.flatMap { CalendarDate.isYearMonthOrDay($0) ? $0 : nil }
    let names: [JSONObject]? = notes.name.map { [["text": $0]] }
    return ["resourceType": "Patient", "identifier": [identifier], "name": names, "birthDate": born]
  }

  private static func device(_ sensor: SensorFigures) -> JSONObject {
    let model: JSONObject = ["name": sensor.model, "type": "model-name"]
    return [
      "resourceType": "Device", "identifier": [["value": sensor.address.description]], "deviceName": [model],
    ]
  }

  private static func observation(_ sign: Sign, _ mean: Double, at: Int64, of sensor: SensorFigures) -> JSONObject {
    func coding(_ system: String, _ code: String, _ display: String) -> JSONObject {
      ["system": system, "code": code, "display": display]
    }
    let category = coding("http://terminology.hl7.org/CodeSystem/observation-category", "vital-signs", "Vital Signs")
    let code: JSONObject = [
      "coding": sign.codes.map { coding("http://loinc.org", $0.code, $0.display) },
      "text": "\(sign.quantity.label), mean of one minute",
    ]
    let value: JSONObject = [
      "value": JSONText.rounded(mean), "unit": sign.unit, "system": "http://unitsofmeasure.org", "code": sign.ucum,
    ]
    return [
      "resourceType": "Observation", "status": "final", "category": [["coding": [category]]], "code": code,
      "subject": ["reference": identifier("wearer", sensor)],
      "effectivePeriod": ["start": DateText.utc(at), "end": DateText.utc(at + minute - 1)] as JSONObject,
      "valueQuantity": value, "device": ["reference": identifier("sensor", sensor)],
    ]
  }

  /// The same thing has the same identifier in every export, so that a reader can see that two are the same: a UUID of
  /// version 8 (RFC 9562) from two FNV-1a hashes.
  package static func identifier(_ kind: String, _ sensor: SensorFigures) -> String {
    let text = "lapwing \(sensor.address) \(sensor.model) \(kind)"
    func hash(_ seed: UInt64) -> UInt64 {
      text.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
    let high = hash(0xcbf2_9ce4_8422_2325) & 0xffff_ffff_ffff_0fff | 0x8000
    let low = hash(0x9ae1_6a3b_2f90_404f) & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
    let all = high.digits(16, radix: 16) + low.digits(16, radix: 16)
    var parts: [Substring] = []
    var rest = all[...]
    for length in [8, 4, 4, 4, 12] {
      parts.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return "urn:uuid:" + parts.joined(separator: "-")
  }
}
