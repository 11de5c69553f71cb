import Readings
import SensorProtocols

extension ReadingReport {
  /// What to do if the sensor sends no measurement; `nil` for a model that this version does not know.
  package var advice: SensorAdvice? {
    Catalogue.entries.first { $0.name == source.model }?.adviceWithoutReading
  }

  /// Whose pressure has corrected CO2, or why it is not corrected, behind a comma; nothing if it is corrected by the
  /// sensor's own pressure, or by the sensor.
  package var correctionText: String {
    let whose = EventText.word("of", details.co2PressureFrom)
    guard let reason = details.co2Uncorrected else { return whose.isEmpty ? "" : ", pressure" + whose }
    guard reason != CO2Correction.Reason.off.rawValue else { return "" }
    return ", CO2 uncorrected (\(reason.split(separator: "-").joined(separator: " "))\(whose))"
  }

  /// That it is a finished measurement, and of which time, behind a comma.
  var spotCheckText: String {
    guard details.isSpotCheck == true else { return "" }
    guard let time = details.measuredAt else { return ", a spot-check of a time that it does not report" }
    return ", a spot-check of \(time) by its own clock" + (details.clockIsNotSet == true ? ", which was never set" : "")
  }

  /// Whether the strap has come off, behind a comma.
  package var contactText: String { details.hasContact == false ? ", no skin contact" : "" }
}
