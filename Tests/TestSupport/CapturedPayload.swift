/// A payload that was captured from a real sensor and published. Bytes and sources are those of the vectors in
/// `Tests/SensorProtocolsTests/Vectors`; a test there compares the two.
package struct CapturedPayload: Sendable, Hashable {
  /// The id of the vector.
  package let id: String
  /// The device that sent it.
  package let device: String
  /// Its content, for display.
  package let content: String
  /// The place of publication.
  package let source: String
  /// The payload, in hexadecimal: manufacturer data without the company identifier, or a characteristic's value.
  package let hex: String

  package var bytes: [UInt8] { Hex.bytes(hex) ?? [] }
}

extension CapturedPayload {
  private static let appInventor =
    "community.appinventor.mit.edu/t/how-to-interpret-data-from-ble-heartrate-monitor/61569 "
    + "(log as 16-bit words: 13842 = bytes 12 36)"
  private static let polarH7 =
    "Stack Overflow question on Polar H7 characteristic.value arrays "
    + "(copy: e-learn.cn/qa/answer/1013198/2064110.html); the first array is quoted there"

  static let v010 = CapturedPayload(
    id: "V010", device: "Aranet4", content: "879 ppm, 804 hPa, measured 140 s before, interval 300 s",
    source: "theengs/decoder tests/BLE/test_ble.cpp (arrays of real manufacturer data)",
    hex: "210e0401000c0f016f030802681f1362012c018c00b9")
  static let v012 = CapturedPayload(
    id: "V012", device: "Aranet4", content: "953 ppm, 985.2 hPa, measured 8 s before, interval 60 s",
    source: "github.com/Anrijs/Aranet4-Python/issues/34 (bluetoothctl log, Raspberry Pi 4)",
    hex: "210e040100060f01b903ba017c262303013c000800ac")
  static let v013 = CapturedPayload(
    id: "V013", device: "Aranet4", content: "971 ppm, 985.2 hPa, measured 17 s before, interval 60 s",
    source: "github.com/Anrijs/Aranet4-Python/issues/34 (bluetoothctl log, Raspberry Pi 4)",
    hex: "210e040100060f01cb03ba017c262303013c001100ad")
  static let v014 = CapturedPayload(
    id: "V014", device: "Aranet4", content: "975 ppm, 985.1 hPa, measured 45 s before, interval 60 s",
    source: "github.com/Anrijs/Aranet4-Python/issues/34 (bluetoothctl log, Raspberry Pi 4)",
    hex: "210e040100060f01cf03bb017b262303013c002d00b0")
  static let v152 = CapturedPayload(
    id: "V152", device: "Polar H10", content: "72 bpm, RR 812/1024 s",
    source: "stackoverflow.com question 50477232 (gatttool output; copy devhide.com)",
    hex: "10482c03")
  static let v146 = CapturedPayload(
    id: "V146", device: "Polar H7", content: "79 bpm, RR 770/1024 s",
    source: polarH7,
    hex: "164f0203")
  static let v148 = CapturedPayload(
    id: "V148", device: "Polar H7", content: "60 bpm, no RR",
    source: "cal-id/Polar-H7-Pi README (gatttool log, Raspberry Pi)",
    hex: "063c")
  static let v149 = CapturedPayload(
    id: "V149", device: "Polar H7", content: "60 bpm, RR 1041/1024 s",
    source: "cal-id/Polar-H7-Pi README (gatttool log, Raspberry Pi)",
    hex: "163c1104")
  static let v151 = CapturedPayload(
    id: "V151", device: "Polar H10", content: "59 bpm, RR 1107/1024 s",
    source: "stackoverflow.com question 67024800 (bytes [16, 59, 83, 4])",
    hex: "103b5304")
  static let v176 = CapturedPayload(
    id: "V176", device: "unknown strap", content: "119 bpm, RR 516/1024 s",
    source: "stackoverflow.com question 33917836",
    hex: "16770402")
  static let v177 = CapturedPayload(
    id: "V177", device: "unknown strap", content: "120 bpm, RR 511, 511, 268/1024 s",
    source: "stackoverflow.com question 33917836",
    hex: "1678ff01ff010c01")
  static let v155 = CapturedPayload(
    id: "V155", device: "unbranded ANT+/BLE strap", content: "52 bpm, RR 1189/1024 s",
    source: "stackoverflow.com question 60599696",
    hex: "1634a504")
  static let v157 = CapturedPayload(
    id: "V157", device: "unbranded ANT+/BLE strap", content: "51 bpm, RR 1246/1024 s",
    source: "stackoverflow.com question 60599696",
    hex: "1633de04")
  static let v158 = CapturedPayload(
    id: "V158", device: "unbranded strap A", content: "54 bpm, RR 1144/1024 s",
    source: appInventor,
    hex: "12367804")
  static let v159 = CapturedPayload(
    id: "V159", device: "unbranded strap A", content: "54 bpm, RR 1171/1024 s",
    source: appInventor,
    hex: "12369304")
  static let v160 = CapturedPayload(
    id: "V160", device: "unbranded strap A", content: "54 bpm, RR 1119/1024 s",
    source: appInventor,
    hex: "12365f04")
  static let v163 = CapturedPayload(
    id: "V163", device: "unbranded strap A", content: "53 bpm, RR 1144/1024 s",
    source: appInventor,
    hex: "12357804")
  static let v167 = CapturedPayload(
    id: "V167", device: "unbranded strap A", content: "54 bpm, RR 1091/1024 s",
    source: appInventor,
    hex: "12364304")
  static let v168 = CapturedPayload(
    id: "V168", device: "unbranded strap A", content: "54 bpm, RR 1133/1024 s",
    source: appInventor,
    hex: "12366d04")
  static let v169 = CapturedPayload(
    id: "V169", device: "unbranded strap A", content: "54 bpm, RR 1153/1024 s",
    source: appInventor,
    hex: "12368104")
  static let v171 = CapturedPayload(
    id: "V171", device: "unbranded strap A", content: "54 bpm, RR 1143/1024 s",
    source: appInventor,
    hex: "12367704")
  static let v174 = CapturedPayload(
    id: "V174", device: "unbranded strap A", content: "54 bpm, RR 1137/1024 s",
    source: appInventor,
    hex: "12367104")

  package static let aranet4Advertisements: [CapturedPayload] = [v010, v012, v013, v014]

  /// Values of Heart Rate Measurement.
  package static let heartRateMeasurements: [CapturedPayload] = [
    v152, v146, v148, v149, v151, v176, v177, v155, v157,
    v158, v159, v160, v163, v167, v168, v169, v171, v174,
  ]
}
