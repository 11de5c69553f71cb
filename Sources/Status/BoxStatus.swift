import Alarms
import Engine
import Monitor
import Readings
import SensorProtocols
import Sessions
import Settings

/// What a running box shows at one moment: the answer to `status`, for every reader of the control socket.
///
/// It is made from an ``ApplianceStatus``, written by ``OrderedJSON`` and read by `JSONDecoder`. Keys that a reader does
/// not know are passed over.
package struct BoxStatus: Codable, Sendable, Equatable {
  package let profile: String
  /// The time of the box, s since its start.
  package let seconds: Double
  /// One's own first, in the order of their places.
  package let sensors: [SensorReport]
  /// Those that are there, latched or acknowledged, oldest first.
  package let alarms: [AlarmReport]
  package let lamps: [LampReport]
  /// The priority that sounds, or `none`.
  package let sound: String
  package var soundFamily: String?
  package var soundLevel: String?
  /// The phase of flight that somebody told.
  package var phase: String?
  package let hasSession: Bool
  /// When the session that runs began, s.
  package var sessionStartedAt: Double?
  /// What is not watched, in a sentence each.
  package let notWatched: [String]
  /// The number of the latest alarm transition.
  package let alarmTransitions: UInt64
  /// The number of the latest one that the logbook has committed.
  package let committedTransitions: UInt64
  /// Why the logbook cannot be written.
  package var logbookFault: String?
  /// What else a person should know of the logbook.
  package var logbookNotice: String?

  /// The word for no sound.
  package static let noSound = "none"

  private enum CodingKeys: String, CodingKey {
    case profile
    case seconds = "t"
    case sensors, alarms, lamps, sound
    case soundFamily = "sound_family"
    case soundLevel = "sound_level"
    case phase
    case hasSession = "session"
    case sessionStartedAt = "session_t"
    case notWatched = "not_watched"
    case alarmTransitions = "alarm_transitions"
    case committedTransitions = "alarm_transitions_committed"
    case logbookFault = "logbook_fault"
    case logbookNotice = "logbook_notice"
  }

  /// - Parameters:
  ///   - configuration: the settings in force, which know names and what they leave unwatched.
  ///   - fault: why the logbook cannot be written.
  ///   - notice: what else a person should know of it.
  package init(
    _ status: ApplianceStatus, in configuration: Configuration, logbookFault fault: String? = nil,
    logbookNotice notice: String? = nil
  ) {
    profile = configuration.profile.rawValue
    seconds = status.instant.seconds
    sensors = status.sensors.map { status.report(of: $0, in: configuration) }
    let names = configuration.personNames
    alarms = status.alarms.map {
      AlarmReport($0, persons: names, address: status.address(of: $0), now: status.instant)
    }
    lamps = Lamp.allCases.map { LampReport($0, status.patterns[$0] ?? .off) }
    sound = status.sound?.priority.name ?? Self.noSound
    soundFamily = status.sound?.family.name
    soundLevel = status.sound == nil ? nil : status.loudness.name
    phase = status.phase == .unknown ? nil : status.phase.rawValue
    hasSession = status.sessionStartedAt != nil
    sessionStartedAt = status.sessionStartedAt?.seconds
    notWatched = [status.adviceWithoutSensor].compactMap(\.self) + status.gaps(in: configuration).map(\.sentence)
    alarmTransitions = status.lastSequence
    committedTransitions = status.committedSequence
    logbookFault = fault
    logbookNotice = notice
  }
}

extension ApplianceStatus {
  fileprivate func report(of state: SensorState, in configuration: Configuration) -> SensorReport {
    let model = state.sensor.model
    let silence = JSONText.rounded(state.heardAt.duration(to: instant).inSeconds)
    let identity = SensorReport.Identity(
      address: state.sensor.address.description, isAdopted: state.isOwn,
      name: state.adopted?.name ?? configuration.name(of: state.sensor.address),
      person: person(of: state, in: configuration), adoptedBy: state.adopted?.way.rawValue,
      kind: SensorKind(model)?.name, signal: state.signal, silentSeconds: silence)
    let report = state.reading.map { ReadingReport($0) } ?? (model == .unknown ? nil : ReadingReport(model: model))
    return SensorReport(identity, reading: report)
  }
}
