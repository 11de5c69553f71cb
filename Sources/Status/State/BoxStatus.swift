import Alarms
import Engine
import Flight
import Monitor
import Readings
import SensorProtocols
import Sessions
import Settings

/// What a running box shows at one moment. `status` and the screen are made from this value.
///
/// It is made from an ``ApplianceStatus``: by the control server, which writes it with ``OrderedJSON`` for a reader with
/// `JSONDecoder`, and by the screen. Readers ignore keys that they do not know.
package struct BoxStatus: Codable, Sendable, Equatable {
  package let profile: String
  /// The run of the box: a word that no other run has. Only the control socket gives it.
  package var run: String?
  /// The time of the box, s since its start.
  package let seconds: Double
  /// Adopted sensors first, in the order of their places.
  package let sensors: [SensorReport]
  /// The alarms that are present, latched or acknowledged, oldest first.
  package let alarms: [AlarmReport]
  package let lamps: [LampReport]
  package let sound: String
  package var soundFamily: String?
  package var soundLevel: String?
  /// The phase of flight that was set or found.
  package var phase: String?
  /// Since when, s; how probable it is, from 0 to 1; and how it became known.
  package var phaseSince: Double?
  package var phaseProbability: Double?
  package var phaseSource: String?
  /// Until when low and medium alarms are withheld at most, s; missing if they are not.
  package var withheldUntil: Double?
  package let hasSession: Bool
  package var sessionStartedAt: Double?
  package var about: SessionDetails?
  /// What was drunk in it, and what was to be drunk by now, ml; missing beside a bed if nothing was drunk.
  package var hydration: UInt32?
  package var hydrationGoal: Int64?
  /// When caffeine was taken in it, s.
  package var caffeineAt: Double?
  /// A sentence for each thing that is not watched.
  package let notWatched: [String]
  /// A sentence for each file of settings that was damaged, and for each limit that is weaker than in the run before.
  package var settingsFaults: [String]?
  /// What the care circle does; only while its process reports, and only from the control socket.
  package var circle: ShownCircle?
  package let alarmTransitions: UInt64
  /// The number of the latest one that the logbook has committed.
  package let committedTransitions: UInt64
  /// The alarm changes after the one that a follower has named, oldest first, as far as they are kept; only for a
  /// follower that names one.
  package var missed: [BoxEvent]?
  /// The latest order about one device: a pairing, or a reading.
  package var visit: VisitReport?
  /// What the network does: `normal`, `flight` or `hot-spot`; missing if the box was not started from Lapwing's card.
  package var network: String?
  /// Which lamps and which sounder there are, and whether they work; missing if no report has said so.
  package var parts: PartsReport?
  /// What the board reports of its supply and its heat; missing if it reports nothing.
  package var power: BoardPower?
  package var logbookFault: String?
  /// What happened to a logbook that was damaged or lost.
  package var logbookNotice: String?

  private enum CodingKeys: String, CodingKey {
    case profile, run
    case seconds = "t"
    case sensors, alarms, lamps, sound
    case soundFamily = "sound_family"
    case soundLevel = "sound_level"
    case phase
    case phaseSince = "phase_t"
    case phaseProbability = "phase_probability"
    case phaseSource = "phase_source"
    case withheldUntil = "withheld_until_t"
    case hasSession = "session"
    case sessionStartedAt = "session_t"
    case about = "session_about"
    case hydration = "hydration_ml"
    case hydrationGoal = "hydration_goal_ml"
    case caffeineAt = "caffeine_t"
    case notWatched = "not_watched"
    case settingsFaults = "settings_faults"
    case circle
    case alarmTransitions = "alarm_transitions"
    case committedTransitions = "alarm_transitions_committed"
    case missed, visit, network, parts, power
    case logbookFault = "logbook_fault"
    case logbookNotice = "logbook_notice"
  }

  /// For how many minutes low and medium alarms are withheld at most, rounded up; `nil` if they are not. A whole second comes
  /// first: a hold of 60 minutes does not have 61 because the end is given in hundredths of a second.
  package var withheldMinutes: Int64? {
    withheldUntil.map { Int64(min(max(1, (($0 - seconds).rounded() / 60).rounded(.up)), 1e6)) }
  }

  package enum Values: Sendable {
    /// Those of its latest reading, as in JSON.
    case ofLatestReading
    /// The latest value of each quantity, for a person: a sensor may send its quantities in turn, and a screen with only
    /// the latest reading would show each of them only now and then.
    case ofEachQuantity
  }

  /// When limits are asked for: some persons have others by night.
  package enum LimitsTime: Sendable {
    /// The minute of the local day, 0 to 1439.
    case minute(Int)
    /// The clock is not set.
    case unknown

    var minute: Int? { if case .minute(let minute) = self { minute } else { nil } }
  }

  /// - Parameters:
  ///   - configuration: the settings in force, which have the names and say what is not watched.
  ///   - values: the measurements that are shown of a sensor.
  ///   - fault: why the logbook cannot be written.
  ///   - notice: what happened to a logbook that was damaged or lost.
  ///   - time: for which the limits in force are reported; `nil` reports none.
  package init(
    _ status: ApplianceStatus, in configuration: Configuration, showing values: Values = .ofLatestReading,
    logbookFault fault: String? = nil, logbookNotice notice: String? = nil, limitsAt time: LimitsTime? = nil
  ) {
    profile = configuration.profile.rawValue
    seconds = status.instant.seconds
    let limits = time.map { (configuration.monitor, configuration.roles, $0) }
    sensors = status.sensors.map { status.report(of: $0, in: configuration, showing: values, limits) }
    let names = configuration.personNames
    alarms = zip(status.alarms, status.alarmsBeganAt).map { alarm, began in
      var report = AlarmReport(alarm, persons: names, address: status.address(of: alarm), now: status.instant)
      if time != nil { report.since = JSONText.rounded(began.seconds) }
      // The phase may have changed since the alarm began.
      let quantity = configuration.conditions[alarm.condition].trigger.quantity
      report.add(
        alarm.advice(
          in: status.phase.phase, hasTakenCaffeine: status.caffeineAt != nil,
          present: quantity.flatMap { status.value(of: $0, for: alarm) }, by: configuration))
      return report
    }
    lamps = Lamp.allCases.map { LampReport($0, status.patterns[$0] ?? .off) }
    sound = status.sound?.priority.name ?? SoundReport.none
    soundFamily = status.sound?.family.name
    soundLevel = status.sound == nil ? nil : status.loudness.name
    if status.phase.phase != .unknown {
      let report = PhaseReport(status.phase)
      (phase, phaseSince) = (report.phase, report.since)
      (phaseProbability, phaseSource) = (report.probability, report.source)
    }
    withheldUntil = status.withheldUntil.map { JSONText.rounded($0.seconds) }
    hasSession = status.sessionStartedAt != nil
    sessionStartedAt = status.sessionStartedAt?.seconds
    if let start = status.sessionStartedAt {
      about = status.about.isEmpty ? nil : status.about
      caffeineAt = status.caffeineAt?.seconds
      if configuration.profile != .bedside || status.hydration > 0 {
        hydration = status.hydration
        hydrationGoal = configuration.hydrationGoal(after: start.duration(to: status.instant).inSeconds)
      }
    }
    notWatched =
      [status.adviceWithoutSensor, status.untold(in: configuration)].compactMap(\.self)
      + status.gaps(in: configuration).map(\.sentence)
    let isDoubted = status.alarms.contains { $0.condition == .settingsFault }
    let faults = configuration.fileFaults.map(\.message) + (isDoubted ? configuration.weakened : [])
    settingsFaults = faults.isEmpty ? nil : faults
    alarmTransitions = status.lastSequence
    committedTransitions = status.committedSequence
    visit = status.visit.map { VisitReport($0.0, since: $0.since, now: status.instant) }
    network = status.network?.rawValue
    parts = status.parts.map(PartsReport.init)
    power = status.power
    logbookFault = fault
    logbookNotice = notice
  }
}

extension ApplianceStatus {
  fileprivate func report(
    of state: SensorState, in configuration: Configuration, showing values: BoxStatus.Values,
    _ limits: (settings: MonitorSettings, roles: [DeviceAddress: SensorRole], time: BoxStatus.LimitsTime)?
  ) -> SensorReport {
    let model = state.sensor.model
    let silence = JSONText.rounded(state.receivedAt.duration(to: instant).inSeconds)
    var identity = SensorReport.Identity(
      address: state.sensor.address.description, isAdopted: state.isOwn,
      name: state.adopted?.name ?? configuration.name(of: state.sensor.address),
      person: person(of: state, in: configuration), adoptedBy: state.adopted?.way.rawValue,
      kind: SensorKind(model)?.name, signal: state.signal, silentSeconds: silence)
    let link = links[state.sensor.address]
    (identity.link, identity.linkFault) = (link?.name, link?.reason)
    identity.spotCheck = state.spotCheck.map { ReadingReport($0) }
    identity.trouble = state.trouble?.rawValue
    let report = state.reading.map { ReadingReport($0) } ?? (model == .unknown ? nil : ReadingReport(model: model))
    return SensorReport(
      identity, reading: values == .ofLatestReading ? report : report?.with(state.measurements, state.co2Correction),
      expected: ExpectedCO2Report(of: state, in: phase.phase, configuration.profile, at: instant),
      limits: !state.isOwn
        ? nil
        : limits.map { settings, roles, time in
          let person = identity.person.flatMap { name in settings.persons.first { $0.name == name } }
          var role = roles[state.sensor.address] ?? .adopted
          role.kind = state.adopted?.wearer
          return LimitsReport(settings.limits(of: role, on: person, at: time.minute))
        })
  }
}
