import Readings

/// All that the circle knows. It is what is saved, and it is bounded (`CircleBounds`).
package struct CircleState: Codable, Sendable, Equatable {
  package struct Member: Codable, Sendable, Equatable {
    package let name: String
    var channels: [String]
    package internal(set) var hasConsented = false
    /// When the person said so, in seconds since 1970, if it is known.
    package internal(set) var wordDate: Int64?
    package internal(set) var pausedUntil: Instant?
  }

  struct Notice: Codable, Sendable, Equatable {
    let alarm: CircleAlarm
    /// The names of the people who got a message.
    var told: [String] = []
    /// Its message was sent, or none will be.
    var isDone = false
  }

  /// When the last message of a low or medium condition went.
  struct NoticeTelling: Codable, Sendable, Equatable {
    let condition: String
    let subject: String
    let at: Instant
  }

  struct ShortEnd: Codable, Sendable, Equatable {
    let subject: String
    let at: Instant
  }

  struct HelpCall: Codable, Sendable, Equatable {
    let subject: String
    let due: Instant
  }

  struct Drill: Codable, Sendable, Equatable {
    let number: UInt32
    let at: Instant
    var asked: [String]
    var answered: [String] = []
    var isOver = false
  }

  /// The circle's time: the next one begins here, later by the time that it was off.
  package internal(set) var now = Instant.start
  /// Local time in seconds since 1970, less the circle's; `nil` if unknown.
  var dateOffset: Int64?
  package internal(set) var members: [Member]
  var incidents: [Incident] = []
  var incidentNumber: UInt32 = 0
  /// The latest alarms that have ended, oldest first.
  var endedNumbers: [UInt64] = []
  var help: HelpCall?
  /// When the latest rounds of new alarms began, oldest first.
  var rounds: [Instant] = []
  /// Oldest first; `nil` in a state of an older version.
  var shortEnds: [ShortEnd]?
  /// Oldest first.
  var notices: [Notice] = []
  var noticeTellings: [NoticeTelling] = []
  /// When the latest messages of low and medium alarms went, oldest first.
  var noticeTimes: [Instant] = []
  var drill: Drill?
  /// When a person last answered a drill or an alarm; `nil` for never.
  var answeredAt: Instant?
  /// The week of the last summary, and how many there were.
  var summaryWeek: Int64?
  var summaryNumber: UInt32 = 0

  init(_ plan: CirclePlan) { members = plan.people.map { Member(name: $0.name, channels: $0.channels) } }

  var isAlarmOn: Bool { incidents.contains { $0.isOn } }
}
