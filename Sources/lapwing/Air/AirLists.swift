import AirQuality
import ArgumentParser
import Readings
import Settings
import Status
import System
import Words

struct AirStations: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stations", abstract: "Lists the stations around, those that the estimate uses first.")

  @OptionGroup var options: ConfigurationOptions

  @Flag(help: "Write a JSON object a line.")
  var json = false

  func run() throws {
    let near = try ShownAir(try options.read()).picture.near
    guard !near.isEmpty || json else {
      return try Output.standard.line("No station around has a value; lapwing air sources shows what was asked.")
    }
    for near in near {
      let station = near.station, source = station.airSource
      guard json else {
        let weight =
          near.weight > 0
          ? "weight \(AirWords.whole(100 * near.weight)) %"
          : (near.fault.map(AirWords.fault) ?? .notUsed).text(.english)
        try Output.standard.line(
          "\(station.name): \(JSONText.rounded(station.pm25)) µg/m³, \(JSONText.rounded(near.distance)) km, \(weight), "
            + "\(AirWords.age(hours: near.age).text(.english)) old (\(source.name), licence \(source.licence))")
        continue
      }
      let object: JSONObject = [
        "id": station.id, "name": station.name, "latitude": station.latitude, "longitude": station.longitude,
        "pm25_ugm3": JSONText.rounded(station.pm25), "distance_km": JSONText.rounded(near.distance),
        "weight": JSONText.rounded(near.weight), "age_h": JSONText.rounded(near.age),
        "fault": near.fault?.rawValue, "measured_at": UTCTime.text(unixSeconds: station.at), "source": source.name,
        "licence": source.licence,
      ]
      try Output.standard.line(object.text)
    }
  }
}

struct AirHistory: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Lists the estimates of the last 7 days.")

  @OptionGroup var options: ConfigurationOptions

  @Flag(help: "Write a JSON object a line.")
  var json = false

  func run() throws {
    let shown = try ShownAir(try options.read()), past = shown.picture.record.results
    guard !past.isEmpty || json else { return try Output.standard.line("There is no estimate yet.") }
    for past in past {
      let value = shown.index.value(of: past.pm25)
      guard json else {
        try Output.standard.line(
          "\(UnixTime(seconds: past.at).minuteText(in: .local))  PM2.5 \(AirWords.whole(past.pm25)) µg/m³ "
            + "(\(AirWords.whole(past.lower))–\(AirWords.whole(past.upper))), \(shown.index.name) \(value.index) \(value.airClass)"
        )
        continue
      }
      let object: JSONObject = [
        "at": UTCTime.text(unixSeconds: past.at), "pm25_ugm3": JSONText.rounded(past.pm25),
        "lower_ugm3": JSONText.rounded(past.lower), "upper_ugm3": JSONText.rounded(past.upper),
        "age_h": JSONText.rounded(past.age), "index": shown.index.name, "aqi": value.index, "class": value.airClass,
        "tiers": past.parts?.map { part -> JSONObject in
          ["tier": part.tier, "pm25_ugm3": JSONText.rounded(part.pm25), "weight": JSONText.rounded(part.weight)]
        },
      ]
      try Output.standard.line(object.text)
    }
  }
}

struct AirSources: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sources",
    abstract: "Lists the sources, what they get, their terms, and what became of the last request.")

  @OptionGroup var options: ConfigurationOptions

  @Flag(help: "Write a JSON object a line.")
  var json = false

  func run() throws {
    let settings = try options.read(), chosen = settings[Keys.airSources]
    let record = try AirRecordFile(path: settings[Keys.airRecord]).read()
    for source in AirSourceID.allCases {
      let setting = chosen.first { $0.source == source }, state = record?.sources.first { $0.source == source }
      let terms = source.terms
      let isOn = setting?.hasConsent ?? false
      let count = record?.stations.count { $0.source == source } ?? 0
      guard json else {
        let use = setting == nil ? "not configured" : isOn ? "on" : "configured, but without consent"
        try Output.standard.line("\(source.rawValue): \(terms.name), \(use)")
        try Output.standard.line(
          "  gets \(AirWords.sent(terms.sends).text(.english)); licence \(terms.licence)\(terms.page.map { ", \($0)" } ?? "")"
        )
        if let answered = state?.answered {
          try Output.standard.line("  answered \(UTCTime.text(unixSeconds: answered)), \(count) stations kept")
        }
        if let state, state.leftOut > 0 {
          try Output.standard.line("  \(state.leftOut) values that cannot be true were left out")
        }
        if let fault = state?.fault { try Output.standard.line("  \(fault)") }
        continue
      }
      let object: JSONObject = [
        "source": source.rawValue, "name": terms.name, "configured": setting != nil, "on": isOn,
        "consent": setting?[.consent], "gets": "\(terms.sends)", "licence": terms.licence, "terms": terms.page,
        "asked": state?.asked.map { UTCTime.text(unixSeconds: $0) },
        "answered": state?.answered.map { UTCTime.text(unixSeconds: $0) },
        "next": state.map { UTCTime.text(unixSeconds: $0.next) }, "failures": state?.failures, "fault": state?.fault,
        "left_out": state?.leftOut, "stations": count,
      ]
      try Output.standard.line(object.text)
    }
  }
}
