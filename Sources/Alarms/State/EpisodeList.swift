import Readings

/// All episodes of the box, and the rules between them: an alarm that begins ends pauses, and an episode that begins is
/// not quieter than the other ones of its subject.
///
/// It belongs to ``AlarmSystem``, which adds an episode with its first alarm and removes it with its last occurrence. A
/// place is an index of ``all`` and is valid until an episode is removed. It runs on the thread of the critical loop;
/// up to 64 episodes allocate nothing.
struct EpisodeList: Sendable {
  var all: [Episode] = []
  /// The persons whose alarms begin one step louder, one bit for each.
  private var loudPersons: UInt64 = 0

  init() { all.reserveCapacity(64) }

  func place(of key: EpisodeKey) -> Int? { all.firstIndex { $0.key == key } }

  /// Sets whether the episodes of a person that begin from now on begin one step louder.
  mutating func setLoud(_ isLoud: Bool, of person: PersonIndex) {
    let bit: UInt64 = 1 << UInt64(person.position % 64)
    loudPersons = isLoud ? loudPersons | bit : loudPersons & ~bit
  }

  /// Finds an episode, or begins it.
  /// - Returns: its place.
  mutating func open(_ key: EpisodeKey, at instant: Instant) -> Int {
    if let place = place(of: key) { return place }
    all.append(Episode(key, loud: isLoud(key)))
    inherit(all.count - 1, at: instant)
    return all.count - 1
  }

  /// An episode whose alarms are over begins again, for what is not shown yet.
  mutating func beginAgain(_ place: Int) { all[place] = Episode(all[place].key, loud: isLoud(all[place].key)) }

  private func isLoud(_ key: EpisodeKey) -> Bool {
    guard case .person(let person) = key.subject else { return false }
    return loudPersons >> UInt64(person.position % 64) & 1 == 1
  }

  mutating func beginAlarm(of key: EpisodeKey, about condition: ConditionID, at instant: Instant) {
    let place = open(key, at: instant)
    inherit(place, at: instant)
    all[place].begin()
    all[place].turn(to: condition)
  }

  /// An alarm that is on leaves one episode for another one, and takes along how far it has grown.
  mutating func continueGrowth(of former: EpisodeKey, in key: EpisodeKey, at instant: Instant) {
    let known = open(key, at: instant)
    if let place = place(of: former) { all[known].inherit(all[place], at: instant) }
  }

  /// An episode goes to another subject.
  /// - Parameter isWhole: whether all its alarms go. Otherwise the episode stays, and the new one inherits from it.
  mutating func move(_ former: EpisodeKey, to key: EpisodeKey, isWhole: Bool, at instant: Instant) {
    guard let place = place(of: former) else { return }
    if isWhole, self.place(of: key) == nil {
      all[place].key = key
    } else {
      let known = open(key, at: instant)
      all[known].inherit(all[place], at: instant)
    }
  }

  /// An alarm that begins is not quieter than what sounds, or has just sounded, of the same subject.
  private mutating func inherit(_ place: Int, at instant: Instant) {
    let subject = all[place].key.subject
    guard subject != .box else { return }
    for other in all.indices where other != place && all[other].key.subject == subject {
      let growth = all[other]
      all[place].inherit(growth, at: instant)
    }
  }

  mutating func endPauses(dueBy instant: Instant) {
    for place in all.indices {
      if let end = all[place].pausedUntil, end <= instant { all[place].endPause() }
    }
  }

  /// Ends the pauses that an alarm ends by its beginning.
  /// - Parameter isHandOver: whether it replaces an alarm of its episode that was on until now.
  mutating func endPauses(by new: Occurrence, isHandOver: Bool) {
    for place in all.indices where all[place].pausedUntil != nil {
      let priority = all[place].pausedPriority
      let isOther = all[place].key != new.episode
      if new.priority > priority || (new.condition == .noPulse && !isHandOver)
        || (!isHandOver && isOther && new.priority == priority)
        || (!isHandOver && new.priority == priority && all[place].isPauseOfOther(than: new.condition.vital))
      {
        all[place].endPause()
      }
    }
  }

  /// The instant at which the pause of an alarm ends; `nil` if its sound is not paused.
  func pauseEnd(of occurrence: Occurrence) -> Instant? {
    guard !occurrence.isTest, let place = place(of: occurrence.episode) else { return nil }
    return all[place].pausedPriority == occurrence.priority ? all[place].pausedUntil : nil
  }

  /// How long alarms of an occurrence's episode and priority have sounded without an answer.
  func unanswered(_ occurrence: Occurrence, at instant: Instant) -> Duration {
    place(of: occurrence.episode).map { all[$0].unanswered(occurrence.priority, at: instant) } ?? .zero
  }
}
