import Alarms
import Characters
import Engine
import Flight
import Status
import System

/// Makes the texts of messages in the language of their reader. Names and places are only in them if the configuration
/// says so.
package struct Wording: Sendable {
  package struct Text: Sendable, Equatable {
    package let title: String
    package let body: String
    /// Box, person and minute: what a message of few characters begins with.
    package let from: String
    /// The lines of the body that are never cut.
    package let kept: [String]
  }

  package let language: Language
  /// As people know the box.
  package let boxName: String
  private let namesPersons: Bool
  private let place: EmergencyPlace
  private let whyLost: @Sendable () -> LinkLossWords?

  /// - Parameters:
  ///   - boxName: as people know the box; `nil` for none.
  ///   - place: where help is needed, for high alarms.
  ///   - whyLost: why the other box of the pair is lost now.
  package init(
    _ language: Language = .english, boxName: String? = nil, namesPersons: Bool = false,
    place: EmergencyPlace = EmergencyPlace(), whyLost: @escaping @Sendable () -> LinkLossWords? = { nil }
  ) {
    (self.language, self.boxName) = (language, boxName ?? "Lapwing")
    (self.namesPersons, self.place, self.whyLost) = (namesPersons, place, whyLost)
  }

  /// The same for a reader of another language.
  package func `in`(_ language: Language) -> Wording {
    Wording(language, boxName: boxName, namesPersons: namesPersons, place: place, whyLost: whyLost)
  }

  package func callAsFunction(_ words: some LocalizedText) -> String { words.text(language) }

  /// The name of a person, if a message may have it.
  package func shows(_ person: String?) -> String? { namesPersons ? person : nil }

  package func name(_ condition: String) -> String { ThingWords.condition(named: condition, in: language) }

  /// The title of an alarm: heart alarms have a word more in front, as the specification says.
  package func title(_ names: String, isHeart: Bool) -> String { isHeart ? self(MessageWords.heart(names)) : names }

  package static func isHeart(_ condition: String) -> Bool {
    switch ConditionID(name: condition) {
    case .heartRateLow, .heartRateHigh, .noPulse: true
    default: false
    }
  }

  package func text(of term: AlarmTerm, isTest: Bool, at now: Int64) -> Text {
    switch term {
    case .began(let alarm, let priority, let advice):
      let name = name(alarm.condition), isHeart = Self.isHeart(alarm.condition)
      let title = self(isHeart ? MessageWords.heart(name) : .alarm(name, priority))
      let advice = self.advice(on: alarm.condition, advice).map { [$0] } ?? []
      return text(
        title, [sentence(alarm)] + person(alarm.person) + advice, kept: priority == .high ? address : [],
        about: alarm.person, isTest: isTest, at: now)
    case .unanswered(let alarm, let seconds):
      let reading = alarm.value.map { [self.reading($0, alarm.limit, alarm.condition)] } ?? []
      return text(
        self(MessageWords.noAnswer(name(alarm.condition))),
        [self(MessageWords.silentFor(seconds: seconds))] + reading + person(alarm.person), kept: address,
        about: alarm.person, isTest: isTest, at: now)
    case .again(let alarm):
      return text(
        self(MessageWords.again(name(alarm.condition))), [self(MessageWords.goesOn(sentence(alarm)))], isTest: isTest,
        at: now)
    case .acknowledged(let condition):
      return text(
        self(MessageWords.acknowledged(name(condition))), [self(MessageWords.isAcknowledged)], isTest: isTest, at: now)
    case .paused(let condition):
      return text(
        self(MessageWords.acknowledged(name(condition))), [self(MessageWords.isPaused)], isTest: isTest, at: now)
    case .ended(let condition, let began):
      let began = UTCTime.text(unixSeconds: began / 1000)
      return text(
        self(MessageWords.ended(name(condition))), [self(MessageWords.hasEnded(began: began))], isTest: isTest, at: now)
    }
  }

  /// A whole message, with the name of the box and the time below its lines.
  /// - Parameter kept: lines after the others that are never cut.
  package func text(
    _ title: String, _ lines: [String], kept: [String] = [], about person: String? = nil, isTest: Bool, at now: Int64
  ) -> Text {
    let utc = UTCTime.text(unixSeconds: now / 1000), minute = minute(of: now)
    let local = minute.map { ", " + self(MessageWords.atBox(time: $0)) } ?? ""
    let all = (isTest ? [self(MessageWords.isTest)] : []) + lines + kept + ["\(boxName), \(utc)\(local)"]
    return Text(
      title: (isTest ? self(MessageWords.test(title)) : title).plainWords,
      body: all.map(\.plainWords).joined(separator: "\n"),
      from: [boxName, shows(person), minute].compactMap(\.self).joined(separator: ", ").plainWords,
      kept: kept.map(\.plainWords))
  }

  /// For high alarms: the address to give to an ambulance; empty without one.
  package var address: [String] { place.address.map { [self(MessageWords.address($0))] } ?? [] }

  /// For high alarms: which number to call, and the address.
  package var emergency: [String] { [self(MessageWords.emergency(number: place.number))] + address }

  /// An alarm by its numbers, such as "Oxygen low: 88 % (below 90 %)". An old value must not look like one of now.
  package func sentence(_ alarm: AlarmValue) -> String {
    guard !alarm.isLastValue else { return self(MessageWords.noFreshValue(name(alarm.condition))) }
    let name = name(alarm.condition)
    if ConditionID(name: alarm.condition) == .linkGone, let reason = whyLost() { return "\(name): \(self(reason))" }
    return alarm.value.map { reading($0, alarm.limit, alarm.condition) } ?? name
  }

  /// A line with the person, if a message may name them.
  package func person(_ person: String?) -> [String] { shows(person).map { [self(MessageWords.person($0))] } ?? [] }

  /// The minute of a time at the box, such as 03:12.
  package func minute(of time: Int64) -> String? {
    LocalTime.minuteOfDay(atUnixMilliseconds: time).map { DayTime.text(Int($0)) }
  }

  private func reading(_ value: Double, _ limit: Double?, _ condition: String) -> String {
    let unit = Self.unit(of: condition).map { " \($0)" } ?? ""
    let number = JSONText.number(JSONText.rounded(value)), bound = limit.map(JSONText.number)
    let id = ConditionID(name: condition)
    switch id {
    case .heartRateLow: return self(MessageWords.heartTooLow(number, limit: bound))
    case .heartRateHigh: return self(MessageWords.heartTooHigh(number, limit: bound))
    default: break
    }
    var text = "\(name(condition)): \(number)\(unit)"
    if let limit, let bound {
      let isLow = id.map { if case .below = ConditionTable.standard[$0].trigger { true } else { false } } ?? false
      // A value may raise an alarm on this side of the limit: by its time, or at a detector.
      let words: MessageWords =
        isLow && value < limit
        ? .below("\(bound)\(unit)") : !isLow && value > limit ? .above("\(bound)\(unit)") : .limit("\(bound)\(unit)")
      text += " (\(self(words)))"
    }
    return text
  }

  /// What a person can do: as the box says it for passengers, or as `lapwing alarms` does.
  private func advice(on condition: String, _ advice: String?) -> String? {
    if let advice {
      if let sentence = PassengerSentence(rawValue: advice) {
        return self(AdviceWords.passenger(sentence))
      }
      if language == .english { return advice }
    }
    guard let id = ConditionID(name: condition) else { return nil }
    let text = self(AdviceWords.condition(id))
    return text.isEmpty ? nil : text.prefix(1).uppercased() + text.dropFirst()
  }

  package static func unit(of condition: String) -> String? {
    guard let id = ConditionID(name: condition) else { return nil }
    let unit = ConditionTable.standard[id].trigger.unit
    return unit.isEmpty ? nil : unit
  }
}

/// What a person far away must know to send an ambulance.
package struct EmergencyPlace: Sendable, Equatable {
  package let address: String?
  package let number: String?

  package init(address: String? = nil, number: String? = nil) { (self.address, self.number) = (address, number) }
}
