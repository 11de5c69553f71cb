import Readings

/// Files of readings as apps of other makers write them.
enum SampleImports {
  static let evening: Int64 = 1_795_905_927_000  // 2026-11-28T22:45:27Z

  /// One file of each form: what it measures at the time above, and what is left out.
  static let files: [(text: String, measured: [Quantity: Double], ticks: [UInt16], leftOut: [String])] = [
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
    ("sep=;\r\nDatum;Uhrzeit;CO2 (ppm)\r\n28.11.2026;22:45:27;612,5\r\n", [.co2PartsPerMillion: 612.5], [], []),
    ("\u{FEFF}\"sep=,\"\n날짜,시간,CO2(ppm)\n2026-11-28,오후 10:45:27,612\n", [.co2PartsPerMillion: 612], [], []),
    (
      "Zeit;CO2 (ppm);Temperatur (°C);Luftfeuchte (%);Luftdruck (hPa)\n28.11.2026 22:45:27;612;20,5;41;1013,2\n",
      [
        .co2PartsPerMillion: 612, .temperatureCelsius: 20.5, .relativeHumidityPercent: 41,
        .pressureHectopascals: 1013.2,
      ],
      [], []
    ),
    (
      "일시,심박수 (bpm),산소포화도(%)\n2026-11-28 22:45:27,65,97\n",
      [.heartRateBeatsPerMinute: 65, .oxygenSaturationPercent: 97], [], []
    ),
    (
      "Time(DD/MM/YYYY h:mm:ss A),Dose rate(μSv/h),Dose total(mSv)\n28/11/2026 10:45:27 PM,0.12,1.5\n",
      [.radiationNanosievertsPerHour: 120, .radiationTotalNanosieverts: 1_500_000], [], []
    ),
    ("time,Pressure (psi)\n2026-11-28 22:45:27,14.696\n", [.pressureHectopascals: 1013.25], [], []),
    ("Date;Heure;CO2 (ppm);Timestamp\n28.11.2026;22:45:27;612;0\n", [.co2PartsPerMillion: 612], [], ["Timestamp"]),
    ("time,CO2 (ppm)\n2026-11-28 23:45:27 +0100,612\n", [.co2PartsPerMillion: 612], [], []),
    (
      "Name,Sport,Date,Start time,Duration\nAnna,Other,28-11-2026,22:45:00,00:10:00\n\n"
        + "Sample rate,Time,HR (bpm),Speed (km/h),Power (W)\n1,00:00:27,85,,\n1,00:00:28,,,\n",
      [.heartRateBeatsPerMinute: 85], [], ["Sample rate", "Speed (km/h)", "Power (W)"]
    ),
    (
      "\u{FEFF}Name,Sport,Date,Start time,Duration\nAnna,Other,28-11-2026,22:45:00,1\nTime,HR (bpm)\n00:00:27,85\n",
      [.heartRateBeatsPerMinute: 85], [], []
    ),
    (
      "Timestamp (UTC),Temperature (°F),Barometric Pressure (inHg)\n2026-11-28 22:45:27,68,29.92\n",
      [.temperatureCelsius: 20, .pressureHectopascals: 1013.21], [], []
    ),
    ("time,SpO2 (%)\n2026-11-28 22:45:27,0.97\n", [.oxygenSaturationPercent: 97], [], []),
    ("Date,Time (UTC),CO2 (ppm)\n2026-11-28,22:45:27,612\n", [.co2PartsPerMillion: 612], [], []),
    ("time_utc,co2\n2026-11-28 22:45:27,612\n", [.co2PartsPerMillion: 612], [], []),
    (
      "Timestamp (America/New_York),Relative Humidity (%)\n2026-11-28 22:45:27,40\n",
      [.relativeHumidityPercent: 40], [],
      ["the time zone of Timestamp (America/New_York), whose times are read as local; TZ sets another zone"]
    ),
    (",time,co2\n0,2026-11-28 22:45:27,612\n", [.co2PartsPerMillion: 612], [], ["a column without a name"]),
    (
      "time,address,model,CO2 (ppm),phase,id\n2026-11-28T22:45:27Z,C2:DB:C0:DC:E4:55,Aranet4,612,cruise,1\n",
      [.co2PartsPerMillion: 612], [], ["phase", "id"]
    ),
    (
      "Time,SpO2(%),Pulse Rate(bpm),Motion,SpO2 Reminder,PR Reminder,\r\n10:45:27PM Nov 28, 2026,89,60,0,0,0,\r\n",
      [.oxygenSaturationPercent: 89, .pulseBeatsPerMinute: 60], [], ["Motion", "SpO2 Reminder", "PR Reminder"]
    ),
    (
      "Time,SpO2(%),Pulse Rate(bpm),Motion\n\"Nov 28, 2026, 10:45:27\u{202F}PM\",89,60,0\n",
      [.oxygenSaturationPercent: 89, .pulseBeatsPerMinute: 60], [], ["Motion"]
    ),
    (
      "Date,Time,SpO2(%),PR(bpm)\n11/28/2026,10:45:27 PM,98,52\n5/8/2026,4:47:00 PM,,58\n",
      [.oxygenSaturationPercent: 98, .pulseBeatsPerMinute: 52], [], []
    ),
    (
      "\"Timestamp\",\"Temperature_Celsius(°C)\",\"Relative_Humidity(%)\",\"CO2(ppm)\",\"Absolute_Humidity(g/m³)\",\"DPT_Celsius(°C)\","
        + "\"VPD(kPa)\"\n\"2026-11-28 22:45:27\",\"20.5\",\"41\",\"612\",\"7.3\",\"6.9\",\"1.4\"\n",
      [.temperatureCelsius: 20.5, .relativeHumidityPercent: 41, .co2PartsPerMillion: 612], [],
      ["Absolute_Humidity(g/m³)", "DPT_Celsius(°C)", "VPD(kPa)"]
    ),
    (
      "Name;Long;Lat;ModuleName;ModuleType\n\"Anna\";8.5,49.1;;Indoor\nTimestamp;\"Timezone : Europe/Berlin\";Temperature;Humidity;CO2;"
        + "Noise;Pressure\n1795905927;\"2026/11/28 23:45:27\";20.5;41;612;35;1013.2\n",
      [
        .temperatureCelsius: 20.5, .relativeHumidityPercent: 41, .co2PartsPerMillion: 612,
        .pressureHectopascals: 1013.2,
      ],
      [], ["Timezone : Europe/Berlin", "Noise", "the 2 rows before the header"]
    ),
    (
      "Date,\"VOC, ppm\",AQS,\"Temperature, ˚C\",\"Humidity, %\",\"Pressure, mbar\",\"PM1, ug/m³\",\"PM2.5, ug/m³\"\n"
        + "2026-11-28 22:45:27,0.25,98,20.5,41,1013.2,1,2\n",
      [
        .vocPartsPerBillion: 250, .temperatureCelsius: 20.5, .relativeHumidityPercent: 41,
        .pressureHectopascals: 1013.2, .pm25MicrogramsPerCubicMetre: 2,
      ],
      [], ["AQS", "PM1, ug/m³"]
    ),
    (
      "\"Plot Title: Bedroom\"\n\"#\",\"Date Time, GMT-07:00\",\"Temp, °F (LGR S/N: 20363442, SEN S/N: 20363442)\",\"RH, % (LGR S/N: 20363442)\""
        + "\n1,2026-11-28 15:45:27,68,41\n",
      [.temperatureCelsius: 20, .relativeHumidityPercent: 41], [], ["#", "the row before the header"]
    ),
    (
      "\u{FEFF}com.samsung.shealth.tracker.heart_rate,20,1\r\ncom.samsung.health.heart_rate.start_time,com.samsung.health.heart_rate.time_offset,"
        + "com.samsung.health.heart_rate.heart_rate,com.samsung.health.heart_rate.max\r\n2026-11-28 22:45:27.000,UTC+0900,65.0,70.0,\r\n",
      [.heartRateBeatsPerMinute: 65], [],
      [
        "com.samsung.health.heart_rate.time_offset", "com.samsung.health.heart_rate.max", "the row before the header",
      ]
    ),
    (
      "timestamp,beats per minute,data source\n2026-11-28T22:45:27Z,65.0,Google Fitbit Air\n",
      [.heartRateBeatsPerMinute: 65], [], []
    ),
    (
      "Date/Time,Heart Rate [Min] (count/min),Heart Rate [Avg] (count/min),Blood Oxygen Saturation (%)\n2026-11-28 22:45:27,60,65,97\n",
      [.heartRateBeatsPerMinute: 65, .oxygenSaturationPercent: 97], [], ["Heart Rate [Min] (count/min)"]
    ),
    ("Time (UTC+9),CO2\n2026-11-29 07:45:27,612\n", [.co2PartsPerMillion: 612], [], []),
    // An empty row, and a header again.
    ("Date and Time,CO2\n28-Nov-2026 22:45:27,612\n,\n", [.co2PartsPerMillion: 612], [], []),
    ("time,co2\n\"Sat Nov 28 2026 22:45:27 GMT+0000 (GMT)\",612\ntime,co2\n", [.co2PartsPerMillion: 612], [], []),
    ("time,co2\n2026-11-28 22:45:27+00,612\n", [.co2PartsPerMillion: 612], [], []),
    ("time, co2\n\"2026. 11. 28. 오후 10:45:27\" , \"612\"\n", [.co2PartsPerMillion: 612], [], []),
    ("time,co2\n2026년 11월 28일 22:45:27,612\n", [.co2PartsPerMillion: 612], [], []),
    ("Zeit;CO2\n28.11.26 22:45:27;612\n", [.co2PartsPerMillion: 612], [], []),
    ("Time(dd/mm/yy),CO2\n28/11/26 22:45:27,612\n", [.co2PartsPerMillion: 612], [], []),
    ("time;co2\n2026-11-28 22:45:27,000;612\n", [.co2PartsPerMillion: 612], [], []),
  ]

  static let health = """
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

  static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// A part of a FIT file with these messages.
  static func fit(_ messages: [UInt8]) -> [UInt8] {
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

  static let messages: [UInt8] = {
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
}
