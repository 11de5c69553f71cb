import Alarms
import ArgumentParser
import Control
import Documents
import Logbook
import Readings
import Sessions
import Settings
import Status
import System
import Words

struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows what a running box receives and signals.",
    discussion: "Connects to control.socket of the configuration.")

  @OptionGroup var options: ConfigurationOptions

  @Flag(help: "Write one line of JSON.")
  var json = false

  @Flag(help: "Continue with a JSON line for every event, as replay does, until the box stops.")
  var follow = false

  func run() throws {
    let configuration = try options.read()
    var client = try ControlClient(path: configuration.controlSocket)
    guard json || follow else {
      let offers = NightOfferText.lines(configuration, at: MonotonicClock.unixMilliseconds())
      let air = (try? ShownAir(configuration)).map { ["outside   \($0.picture.line($0.index, in: .english))"] } ?? []
      return try Output.standard.line(
        ([StatusText.text(of: try client.status())] + air + offers).joined(separator: "\n"))
    }
    try Output.standard.line(try client.line(answering: follow ? .follow() : .status()))
    if follow { try client.follow { line throws(LapwingError) in try Output.standard.line(line) } }
  }
}

/// The limits that `lapwing status` offers in the morning, a line each.
enum NightOfferText {
  /// - Returns: nothing unless the box stands beside a bed, it is morning, and the logbook can be read.
  static func lines(_ configuration: Configuration, at now: Int64) -> [String] {
    guard configuration.profile == .bedside, let night = LastNight.range(at: now),
      let limits = try? configuration.readFigureLimits(),
      let found = try? LogbookReader(path: configuration.logbookPath).nightOffers(night, limits: limits)
    else { return [] }
    return found.map { "offer     " + text(of: $0.offer, whose: configuration.person(of: $0.sensor) ?? "\($0.sensor)") }
  }

  private static func text(of offer: NightOffer, whose: String) -> String {
    let (side, key) = offer.side == .low ? ("below", "heart-rate-low") : ("above", "heart-rate-high")
    let beyond = "\(whose) was \(offer.beyond / 60_000) min of the night \(side) \(EventText.number(offer.limit)) bpm; "
    let other =
      offer.offered.map { "\(key) \(EventText.number($0)) would fit that night, or a kind" }
      ?? "no other limit is offered"
    return beyond + other + " (persons in the configuration); a doctor decides"
  }
}
