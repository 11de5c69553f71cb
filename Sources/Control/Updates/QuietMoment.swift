import Alarms
import Engine
import Flight
import Monitor
import Readings
import Sessions
import Settings
import Status

/// When the box may install an update without an order of a person. Its restart takes the watch away for some seconds.
enum QuietMoment {
  /// How long no heart may have been received, and how long the box must have run to know that.
  static let silence = Duration.seconds(600)
  /// A new version must receive a sensor if one was received in the hour before (docs/image.md), with some minutes for its start.
  private static let mustHear = Duration.seconds(3900)
  /// Within this time a sensor counts as one that the new version will receive.
  private static let isHeard = Duration.seconds(120)

  /// Why the box does not do so now; `nil` if it may.
  ///
  /// The order `update quiet` asks for it, also while the update is written.
  ///
  /// No alarm stands or is latched, of whatever priority and also one of the box itself; there is no flight (``isFlight(_:_:)``);
  /// and no adopted heart sensor was received for ten minutes, unless its person is in standby. A sensor that was never received
  /// counts for nothing. No other box relies on this one. A sensor that was received lately is received now: otherwise the new version
  /// could not prove itself, and would be refused for good.
  static func reasonToWait(_ status: ApplianceStatus, in configuration: Configuration, at now: Instant) -> String? {
    guard Instant.start.duration(to: now) >= silence else { return "the box has run for less than ten minutes" }
    let resting = status.alarms.filter { $0.condition == .standby }
    guard status.alarms.count == resting.count else { return "an alarm is on or has not been reset" }
    guard configuration[Keys.peerName] == nil, configuration[Keys.follow] == nil else {
      return "another box relies on this one, and only a person may say so"
    }
    guard !isFlight(status, configuration.profile) else { return "a session of a flight runs; end it first" }
    let names = configuration.personNames
    func name(of alarm: AlarmTransition) -> String? {
      guard case .person(let person) = alarm.subject, Int(person.position) < names.count else { return nil }
      return names[Int(person.position)]
    }
    let restingNames = resting.compactMap(name(of:))
    // A heart sensor that belongs to no person of the configuration is a person of its own.
    let restingAddresses = resting.filter { name(of: $0) == nil }.compactMap(status.address(of:))
    let received = status.sensors.filter(\.isReceived)
    let isWatched = received.contains { state in
      guard state.isOwn, isOfHeart(state), state.receivedAt.duration(to: now) < silence else { return false }
      if restingAddresses.contains(state.sensor.address) { return false }
      let person = status.person(of: state, in: configuration)
      return !(person.map(restingNames.contains) ?? false)
    }
    guard !isWatched else { return "a heart sensor was received within ten minutes" }
    let silent = received.map { $0.receivedAt.duration(to: now) }.min()
    guard let silent, (isHeard..<mustHear).contains(silent) else { return nil }
    return "a sensor was received in the last hour and is not received now, so the new version could not prove itself"
  }

  /// Whether the session that runs may be one of a flight. A box begins one at its start, so in a cabin there must be a sign of a
  /// flight: a phase, or that a person has said something for it. A cockpit has a flight until a person ends the session.
  private static func isFlight(_ status: ApplianceStatus, _ profile: BoxProfile) -> Bool {
    guard status.sessionStartedAt != nil else { return false }
    return switch profile {
    case .cockpit: true
    case .cabin:
      status.phase.phase != .unknown || !status.about.isEmpty || status.isPlacementConfirmed || status.hydration > 0
        || status.caffeineAt != nil
    case .bedside: false
    }
  }

  /// Whether a sensor is one for the heart, or may be one: of one that has sent nothing it is not known.
  private static func isOfHeart(_ state: ApplianceStatus.SensorState) -> Bool {
    let heart: [Quantity] = [.heartRateBeatsPerMinute, .pulseBeatsPerMinute, .oxygenSaturationPercent]
    return state.reading == nil || state.reading?.contact != nil || heart.contains { state.measurements[$0] != nil }
  }
}
