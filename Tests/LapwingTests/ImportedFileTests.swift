import Logbook
import Readings
import Reports
import TestSupport
import Testing

@Suite struct `A file of another maker` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(
    _ file: String, _ order: DateOrder? = nil, start: String? = nil
  ) throws -> (rows: [ImportedRow], leftOut: [String]) {
    var rows: [ImportedRow] = []
    let leftOut = try ImportedFile(file, order: order, isUTC: true, start: start).forEach { row in rows.append(row) }
    return (rows, leftOut)
  }

  private func fault(_ file: String) -> String? {
    do {
      _ = try read(file)
      return nil
    } catch {
      return (error as? LapwingError)?.message ?? "\(error)"
    }
  }

  private static let evening: Int64 = 1_795_905_927_000  // 2026-11-28T22:45:27Z

  /// One file of each form: what it measures at the time above, and what is left out.
  private static let files: [(text: String, measured: [Quantity: Double], ticks: [UInt16], leftOut: [String])] = [
    (
      "Time,Oxygen Level,Pulse Rate,Motion\n22:45:27 28/11/2026,91,65,0\n22:45:31 28/11/2026,--,--,0\n",
      [.oxygenSaturationPercent: 91, .pulseBeatsPerMinute: 65], [], ["Motion"]
    ),
    (
      "Time,Oxygen Level,Pulse Rate,Motion,O2 Reminder,PR Reminder\n22:45:27 Nov 28 2026,95,86,29,0,0\n",
      [.oxygenSaturationPercent: 95, .pulseBeatsPerMinute: 86], [], ["Motion", "O2 Reminder", "PR Reminder"]
    ),
    (
      "Time,SpO2(%),Pulse Rate(bpm),Motion,SpO2 Reminder,PR Reminder,\r\n\"10:45:27PM Nov 28, 2026\",89,60,0,0,0,\r\n",
      [.oxygenSaturationPercent: 89, .pulseBeatsPerMinute: 60], [], ["Motion", "SpO2 Reminder", "PR Reminder"]
    ),
    ("Phone timestamp;HR [bpm] \n2026-11-28T22:45:27.000;65\n", [.heartRateBeatsPerMinute: 65], [], []),
    (
      "Phone timestamp;HR [bpm];HRV [ms];Breathing interval [rpm];\n2026-11-28T22:45:27.000;65;31;\n",
      [.heartRateBeatsPerMinute: 65], [], ["HRV [ms]", "Breathing interval [rpm]"]
    ),
    ("Phone timestamp;RR-interval [ms]\n2026-11-28T22:45:27.000;1000\n", [:], [1024], []),
    ("date,rr,since start\n2026-11-28 22:45:27.000,1000,0\n", [:], [1024], ["since start"]),
    ("timestamp, rr, since_start\n1795905927000, 1000, 0\n", [:], [1024], [" since_start"]),
    ("time,seconds_elapsed,bpm\n1795905927000000000,1.5,65\n", [.heartRateBeatsPerMinute: 65], [], ["seconds_elapsed"]),
    ("Date,Time,CO2 (ppm)\n2026-11-28,22:45:27,612\n", [.co2PartsPerMillion: 612], [], []),
    ("Datum;CO2 (ppm)\n28.11.2026 22:45:27;612,0\n", [.co2PartsPerMillion: 612], [], []),
    ("time,CO2 (ppm)\n2026-11-28 23:45:27 +0100,612\n", [.co2PartsPerMillion: 612], [], []),
    (
      "Name,Sport,Date,Start time,Duration\nAnna,Other,28-11-2026,22:45:00,00:10:00\n\n"
        + "Sample rate,Time,HR (bpm),Speed (km/h),Power (W)\n1,00:00:27,85,,\n1,00:00:28,,,\n",
      [.heartRateBeatsPerMinute: 85], [], ["Sample rate", "Speed (km/h)", "Power (W)"]
    ),
  ]

  @Test func `is read as its columns, its dates and its separators say, and what is left out is named`() throws {
    for file in Self.files {
      let found = try read(try folder.write(file.text, to: "file.csv"))
      let first = try #require(found.rows.first, "\(file.text)")
      #expect(first.at == Self.evening, "\(file.text)")
      var measured: [Quantity: Double] = [:]
      first.reading.measurements.forEach { measured[$0] = $1 }
      #expect(measured == file.measured && first.ticks == file.ticks, "\(file.text)")
      #expect(found.leftOut == file.leftOut, "\(file.text)")
    }
  }

  @Test func `of intervals alone begins at the time in its name, or is asked for it`() throws {
    let text = "1000\n500\n1500\n"
    let named = try read(try folder.write(text, to: "2026-11-28 22-45-27.txt"))
    #expect(named.rows.map(\.at) == [1000, 1500, 3000].map { Self.evening + $0 })
    #expect(named.rows.map(\.ticks) == [[1024], [512], [1536]])
    let nameless = try folder.write(text, to: "beats.txt")
    #expect(fault(nameless)?.contains("--start") ?? false)
    #expect(try read(nameless, start: "2026-11-28T22:45:27").rows.first?.at == Self.evening + 1000)
  }

  @Test func `that can be meant in two ways is asked about`() throws {
    let polar =
      "Name,Sport,Date,Start time,Duration\nA,B,03/04/2026,22:45:00,1\nSample rate,Time,HR (bpm)\n1,00:00:27,85\n"
    for text in [polar, "Time,Oxygen Level\n22:45:27 03/04/2026,91\n", "Date,Time,co2\n03-04-2026,22:45,600\n"] {
      let file = try folder.write(text, to: "file.csv")
      #expect(fault(file)?.contains("--dates day-first or --dates month-first") ?? false, "\(text)")
      let orders: [DateOrder] = [.dayFirst, .monthFirst]
      let days = try orders.map { try read(file, $0).rows[0].at / 86_400_000 }
      #expect(days[0] - days[1] == 30, "3 April and 4 March")
    }
  }

  @Test func `with two columns of one quantity is read by the first, and the other one is named`() throws {
    let file = try folder.write("time,Temperature(°C),Temperature(°F)\n2026-11-28T22:45:27Z,20,90\n", to: "file.csv")
    let (rows, leftOut) = try read(file)
    #expect(rows.first?.reading.measurements[.temperatureCelsius] == 20 && leftOut == ["Temperature(°F)"])
  }

  @Test(arguments: ["1,250", "-1,250", "1,250,000", "1,250.5"])
  func `with commas between its fields and in a number that may be thousands is refused`(number: String) throws {
    let file = try folder.write("time,VOC (ppb)\n2026-11-28T22:45:27Z,\"\(number)\"\n", to: "file.csv")
    #expect(fault(file)?.hasPrefix("line 2: \(number) may be") == true, "\(fault(file) ?? "")")
    let other = try folder.write("time;VOC (ppb)\n2026-11-28T22:45:27Z;1,250\n", to: "other.csv")
    #expect(try read(other).rows.first?.reading.measurements[.vocPartsPerBillion] == 1.25)
    let beats = try folder.write("time,rr\n2026-11-28T22:45:27Z,\"\(number)\"\n", to: "beats.csv")
    #expect(fault(beats)?.hasPrefix("line 2: \(number) is no RR interval") == true, "\(fault(beats) ?? "")")
  }

  // MARK: Apple Health

  private static let health = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE HealthData [
    <!-- HealthKit Export Version: "14 > 13 -->
    <!ELEMENT HealthData (ExportDate,Me,(Record|Workout)*)>
    <!ATTLIST Record value CDATA #IMPLIED>
    ]>
    <HealthData locale="en_US">
     <ExportDate value="2026-11-29 07:00:00 +0800"/>
     <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Anna&#39;s Watch &amp; Co" unit="count/min"
       startDate="2026-11-28 18:45:27 -0400" endDate="2026-11-28 18:45:27 -0400" value="98">
      <MetadataEntry key="a > b" value="2"/>
     </Record>
     <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" startDate="2026-11-28 09:00:00 +0800" value="1"/>
     <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" startDate="2026-11-28 09:00:00 +0800" value="2"/>
     <Record type='HKQuantityTypeIdentifierOxygenSaturation' sourceName='Ring' unit='%' startDate='2026-11-28 22:45:27 +0000' value='0.97'/>
     <Workout workoutActivityType="HKWorkoutActivityTypeRunning"/>
    </HealthData>
    """

  @Test func `of Apple Health gives rates and saturations with their sources, and the rest is counted`() throws {
    let found = try read(try folder.write(Self.health, to: "export.xml"))
    #expect(found.rows.map(\.at) == [Self.evening, Self.evening])
    #expect(found.rows[0].reading.measurements[.heartRateBeatsPerMinute] == 98)
    #expect(found.rows[1].reading.measurements[.oxygenSaturationPercent] == 97)
    #expect(found.rows.map(\.model) == ["Anna's Watch & Co", "Ring"])
    #expect(found.leftOut == ["2 of StepCount", "1 of Workout"])
    let addresses = found.rows.map { DeviceAddress(madeUpFor: $0.source ?? "").description }
    #expect(addresses.allSatisfy { $0.hasPrefix("02:") } && addresses[0] != addresses[1])
  }

  @Test func `of Apple Health that is cut off or damaged is refused with its line`() throws {
    let cut = try folder.write(String(Self.health.prefix(700)), to: "cut.xml")
    #expect(fault(cut)?.contains("cut off") ?? false)
    let day = try folder.write(Self.health.replacing("2026-11-28 18:45:27 -0400", with: "soon"), to: "day.xml")
    #expect(fault(day) == "line 9: soon is no time")
    let open = try folder.write(Self.health.replacing("</Record>", with: "</Workout>"), to: "open.xml")
    #expect(fault(open)?.contains("this is no XML") ?? false)
  }

  // MARK: FIT

  private static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// A part of a FIT file with these messages.
  private static func fit(_ messages: [UInt8]) -> [UInt8] {
    let bytes = [14, 0x20] + little(2132, 2) + little(messages.count, 4) + Array(".FIT".utf8) + [0, 0] + messages
    // The CRC as the FIT protocol defines it, four bits at a time.
    let table: [UInt16] = [
      0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401, 0xA001, 0x6C00, 0x7800, 0xB401, 0x5000, 0x9C01,
      0x8801, 0x4400,
    ]
    var sum: UInt16 = 0
    for byte in bytes {
      for part in [byte & 15, byte >> 4] { sum = sum >> 4 & 0x0FFF ^ table[Int(sum & 15)] ^ table[Int(part)] }
    }
    return bytes + little(Int(sum), 2)
  }

  private static let messages: [UInt8] = {
    let seconds = Int(evening / 1000) - 631_065_600
    var bytes: [UInt8] = []
    bytes += [0x40, 0, 0] + little(0, 2) + [3, 1, 2, 0x84, 2, 2, 0x84, 3, 4, 0x8C]  // file_id
    bytes += [0x00] + little(1, 2) + little(3113, 2) + little(77, 4)
    bytes += [0x41, 0, 0] + little(20, 2) + [3, 253, 4, 0x86, 3, 1, 2, 6, 2, 0x84]  // record, with its speed
    bytes += [0x01] + little(seconds, 4) + [65] + little(1000, 2)
    bytes += [0x01] + little(seconds + 1, 4) + [255] + little(1000, 2)
    bytes += [0x42, 0, 0] + little(78, 2) + [1, 0, 6, 0x84]  // hrv
    bytes += [0x02] + little(1000, 2) + little(500, 2) + [255, 255]
    bytes += [0x43, 0, 1, 0, 20, 1, 3, 1, 2]  // record of a rate alone, of the other byte order
    bytes += [0x80 | 3 << 5 | UInt8((seconds + 3) & 31), 66]  // with the low bits of its time
    bytes += [0x44, 0, 0] + little(55, 2) + [2, 26, 2, 0x84, 27, 1, 2]  // monitoring
    bytes += [0x04] + little((seconds + 60) & 0xFFFF, 2) + [58]
    bytes += [0x45, 0, 0] + little(269, 2) + [2, 253, 4, 0x86, 0, 1, 2]  // spo2_data
    bytes += [0x05] + little(seconds + 61, 4) + [94]
    bytes += [0x66, 0, 0] + little(18, 2) + [1, 253, 4, 0x86, 1, 0, 3, 0]  // session, with three bytes of a developer
    bytes += [0x06] + little(seconds + 62, 4) + [1, 2, 3]
    return bytes
  }()

  @Test func `of FIT gives rates, intervals and saturations, of several parts too`() throws {
    let one = Self.fit(Self.messages)
    for bytes in [one, one + one] {
      let found = try read(try folder.write(bytes, to: "activity.fit"))
      let rows = found.rows.prefix(found.rows.count / (bytes.count / one.count))
      #expect(rows.map { ($0.at - Self.evening) / 1000 } == [0, 1, 3, 60, 61])
      #expect(rows.map { $0.reading.measurements[.heartRateBeatsPerMinute] } == [65, nil, 66, 58, nil])
      #expect(rows[1].ticks == [1024, 512] && rows[4].reading.measurements[.oxygenSaturationPercent] == 94)
      #expect(Set(found.rows.map(\.model)) == ["Garmin, product 3113"])
      #expect(found.leftOut == ["speed", "\(bytes.count / one.count) of session"])
    }
  }

  @Test func `of FIT that is damaged or cut off is refused, whatever its bytes are`() throws {
    let bytes = Self.fit(Self.messages)
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 0x10
      if fault(try folder.write(damaged, to: "damaged.fit")) == nil { Issue.record("byte \(place) can be changed") }
    }
    for count in stride(from: 12, to: bytes.count, by: 7) {
      let reason = fault(try folder.write(Array(bytes[..<count]), to: "cut.fit"))
      #expect(reason?.contains("cut off") ?? false, "\(count)")
    }
  }
}
