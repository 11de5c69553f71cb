import Readings

extension Reading {
  /// The reading of an oximeter with its maker's own protocol.
  ///
  /// A saturation of 0 or above 100 % is none: makers send 0, 127 or 255 for "no value". So is a pulse of 0 or from
  /// 255: a missing pulse of a worn oximeter is an alarm, and these devices send 0 while they still search.
  /// - Parameter isOff: whether the device reports that there is no finger. The values that it sends then do not count.
  init(oximeter model: SensorModel, saturation: UInt8, pulse: UInt16, isOff: Bool) {
    self.init(model: model)
    guard !isOff else {
      contact = .notDetected
      return
    }
    measurements[.oxygenSaturationPercent] = (1...100).contains(saturation) ? Double(saturation) : nil
    measurements[.pulseBeatsPerMinute] = (1..<255).contains(pulse) ? Double(pulse) : nil
    if measurements[.oxygenSaturationPercent] != nil { contact = .detected }
  }
}

extension CatalogueEntry {
  /// An oximeter with its maker's own protocol, which needs a connection. It sends values every second or two.
  /// - Parameter names: how its name begins. Its characteristics are of modules that many other devices use.
  init(
    oximeter model: SensorModel, _ name: String, named names: [String], accesses: [Access], notifiesOften: Bool = false
  ) {
    self.init(
      model, name, marks: names.map { .name($0) }, advertisesReadings: false, accesses: accesses,
      mainQuantity: .oxygenSaturationPercent, freshness: .oximeter, plausible: .oximeter,
      notifiesOften: notifiesOften,
      adviceWithoutReading: .putOnAndCloseApp)
  }
}

extension Duration {
  /// How long a value of an oximeter counts. It sends one every second or two; some lose the values of a few seconds
  /// when the finger moves.
  static let oximeter = Duration.seconds(10)
}

extension PlausibleRanges {
  /// The whole range that the decoders accept: how low a saturation can be and still be credible is not decided here,
  /// and a low one must never be taken for a fault.
  static let oximeter: PlausibleRanges = [
    .oxygenSaturationPercent: 0...100, .pulseBeatsPerMinute: 20...250, .batteryPercent: 0...100,
  ]
}
