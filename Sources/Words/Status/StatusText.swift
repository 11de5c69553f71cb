import Alarms
import Engine
import Flight
import Sessions
import Status

/// One line of a status, with the part of the box that it is about, so that a screen can choose a colour for it.
package struct StatusLine: Sendable, Equatable {
  package enum Topic: Sendable, Equatable {
    case alarm(priority: String, isTechnical: Bool)
    /// The advice with the alarm above it.
    case advice
    case lamps
    case sensor
    case stranger
    /// Something that a person should act on, such as a logbook that cannot be written.
    case warning
    case other
  }

  package let topic: Topic
  /// The word at the beginning, filled up to ten columns.
  package let label: String
  package let text: String

  init(_ topic: Topic, _ label: String, _ text: String) {
    self.topic = topic
    self.label = label + String(repeating: " ", count: max(1, 10 - label.count))
    self.text = text
  }

  package var line: String { label + text }
}

/// The text of a box's status, for `lapwing status` and for the screen.
///
/// Alarms come first and sensors last: the box can receive many strangers, and a small screen shows only the first lines.
package enum StatusText {
  package static func text(of status: BoxStatus) -> String { lines(of: status).map(\.line).joined(separator: "\n") }

  package static func lines(of status: BoxStatus) -> [StatusLine] {
    let session = status.hasSession ? "session running" : "no session"
    var lines = [StatusLine(.other, "profile", "\(status.profile), \(session)")]
    if let about = status.about { lines.append(StatusLine(.other, "session", about.text)) }
    if let refreshments = refreshments(of: status) { lines.append(StatusLine(.other, "drinks", refreshments)) }
    if let phase = phase(of: status) { lines.append(StatusLine(.other, "phase", phase)) }
    lines += alarms(of: status)
    if let circle = status.circle {
      if circle.stage != .calm { lines.append(StatusLine(.warning, "circle", CircleWords(circle).both.en)) }
      if let said = CircleWords.said(in: circle) { lines.append(StatusLine(.warning, "circle", said.both.en)) }
      if circle.asksAgain == true { lines.append(StatusLine(.warning, "circle", CircleWords.sayAgain.both.en)) }
      if let fault = circle.fault { lines.append(StatusLine(.warning, "circle", CircleWords(fault).both.en)) }
      if let failing = CircleWords.failing(of: circle) { lines.append(StatusLine(.warning, "circle", failing.both.en)) }
    }
    if let network = network(of: status) { lines.append(StatusLine(.other, "network", network)) }
    if let power = status.power, let sentence = power.sentence {
      lines.append(StatusLine(power.isSupplyLow == true ? .warning : .other, "power", sentence))
    }
    lines += (status.settingsFaults ?? []).map { StatusLine(.warning, "settings", $0) }
    lines += status.notWatched.map { StatusLine(.warning, "unwatched", $0) }
    lines.append(StatusLine(.lamps, "lamps", lamps(of: status)))
    let sound = sound(of: status)
    lines.append(
      StatusLine(
        .other, "sounder", status.parts?.soundWords(sound, priority: status.sound) ?? sound ?? "silent"))
    lines.append(logbook(of: status))
    if let notice = status.logbookNotice { lines.append(StatusLine(.warning, "logbook", notice)) }
    return lines + sensors(of: status)
  }

  /// Nothing while the network is as configured.
  private static func network(of status: BoxStatus) -> String? {
    guard let mode = status.network.flatMap(NetworkMode.init(rawValue:)), mode != .normal else { return nil }
    return mode.sentence
  }

  private static func refreshments(of status: BoxStatus) -> String? {
    var parts: [String] = []
    if let drunk = status.hydration {
      parts.append("\(drunk) ml" + (status.hydrationGoal.map { ", goal by now \($0) ml" } ?? ""))
    }
    if let at = status.caffeineAt {
      parts.append("caffeine \(EventText.whole(max(0, status.seconds - at) / 60)) min ago")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private static func phase(of status: BoxStatus) -> String? {
    let withheld = status.withheldMinutes.map { "low and medium alarms withheld for at most \($0) min" }
    guard let phase = status.phase else { return withheld }
    return [shown(phase, status), withheld].compactMap(\.self).joined(separator: "; ")
  }

  private static func shown(_ phase: String, _ status: BoxStatus) -> String {
    guard let source = status.phaseSource, let since = status.phaseSince else { return phase }
    let time = "for \(EventText.whole(max(0, status.seconds - since) / 60)) min"
    if source == PhaseSource.session.rawValue { return "\(phase), \(time), since the session began" }
    guard source == PhaseSource.detected.rawValue, let probability = status.phaseProbability else {
      return "\(phase), \(time), by \(source)"
    }
    return "\(phase), \(time), detected (\(EventText.whole(probability * 100)) %)"
  }

  /// The highest priority first. Alarms of the same priority keep the order of the status, oldest first.
  private static func alarms(of status: BoxStatus) -> [StatusLine] {
    guard !status.alarms.isEmpty else { return [StatusLine(.other, "alarm", "none")] }
    let known = Priority.allCases.map(\.name)
    let sorted =
      known.reversed().flatMap { priority in status.alarms.filter { $0.priority == priority } }
      + status.alarms.filter { !known.contains($0.priority) }
    return sorted.flatMap { alarm in
      let topic = StatusLine.Topic.alarm(priority: alarm.priority, isTechnical: alarm.isTechnical)
      let line = StatusLine(topic, "alarm", alarm.text)
      guard let advice = alarm.advice, !isCovered(alarm, in: status) else { return [line] }
      return [line] + advice.lines.flatMap(wrapped)
    }
  }

  /// Whether the texts of another alarm say more: those of elevated CO2 are not shown beside those of high CO2.
  private static func isCovered(_ alarm: AlarmReport, in status: BoxStatus) -> Bool {
    alarm.condition == ConditionID.co2Medium.name
      && status.alarms.contains { $0.condition == ConditionID.co2High.name && $0.address == alarm.address }
  }

  /// A narrow terminal has 80 columns, and a screen cuts what is longer.
  private static func wrapped(_ text: String) -> [StatusLine] {
    TextWrap.lines(of: text, width: 68).map { StatusLine(.advice, "", $0) }
  }

  private static func lamps(of status: BoxStatus) -> String {
    if let parts = status.parts { return parts.lampWords(status.lamps) }
    let shown = status.lamps.filter { $0.pattern != LampPattern.off.name }.map { "\($0.lamp) \($0.pattern)" }
    return shown.isEmpty ? "all dark" : shown.joined(separator: ", ")
  }

  /// `nil` for silence.
  private static func sound(of status: BoxStatus) -> String? {
    guard status.sound != SoundReport.none else { return nil }
    guard let family = status.soundFamily, let sound = SoundSignal(priority: status.sound, family: family) else {
      return status.sound
    }
    let level = status.soundLevel.flatMap { $0 == Loudness.normal.name ? nil : ", \($0)" } ?? ""
    return "\(status.sound) (\(family)\(level)): \(sound.score); every \(sound.burstPeriod.components.seconds) s"
  }

  private static func logbook(of status: BoxStatus) -> StatusLine {
    if let fault = status.logbookFault { return StatusLine(.warning, "logbook", fault) }
    return StatusLine(
      .other, "logbook", "\(status.committedTransitions) of \(status.alarmTransitions) alarm transitions committed")
  }

  private static func sensors(of status: BoxStatus) -> [StatusLine] {
    guard !status.sensors.isEmpty else { return [StatusLine(.other, "sensor", "none received yet")] }
    return status.sensors.map {
      $0.identity.isAdopted ? StatusLine(.sensor, "sensor", $0.text) : StatusLine(.stranger, "stranger", $0.text)
    }
  }
}

enum TextWrap {
  /// - Parameter width: the largest number of characters of a line. A longer word has a line of its own.
  static func lines(of text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " " + word
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
