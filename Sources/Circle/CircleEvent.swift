/// What became of a message, as the queue reports it.
package enum CircleReport: String, Codable, Sendable, CaseIterable {
  /// The provider has accepted it. The circle waits on.
  case sent
  case confirmed
  case failed
  /// Its time was over before it was delivered.
  case expired
}

package enum CircleEvent: Sendable {
  // The box
  case began(CircleAlarm)
  case ended(UInt64)
  /// The value is further beyond its limit by a step (rule 23).
  case worse(UInt64)
  /// Acknowledged or paused at the box.
  case silenced(UInt64)
  case boxLost
  case boxBack([CircleAlarm])
  // Messages
  case report(CircleMessageID, CircleReport)
  // Answers
  case haveIt(person: String, incident: UInt32?)
  case says(CircleWord, person: String, incident: UInt32)
  /// All is well with a subject, or with all; without a person it was said at the box.
  case okay(subject: String?, person: String?)
  /// Without a person it was said at the box.
  case needHelp(subject: String, person: String?)
  // Words of people; dates are seconds since 1970, if they are known.
  case consent(person: String, date: Int64?)
  case stop(person: String, date: Int64?)
  case pause(person: String, Duration)
  case resume(person: String)
  // Orders
  case drill
  case plan(CirclePlan)
  /// Local time in seconds since 1970, less the circle's time; `nil` if the date is not known.
  case date(offset: Int64?)
  /// Nothing but time.
  case tick
}
