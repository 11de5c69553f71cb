import Readings

/// Who may get messages (rules 4 to 7), and a new plan (rule 42).
extension CareCircle {
  /// The people who have consented and are not paused; if all of those are paused, the pauses do not count (rule 6).
  var ready: PersonSet {
    let willing = willing
    let awake = PersonSet(upTo: state.members.count) {
      willing.contains($0) && (state.members[$0].pausedUntil.map { $0 <= state.now } ?? true)
    }
    return awake.isEmpty ? willing : awake
  }

  /// The people who are ready for an incident: in a wide round pauses do not count.
  func ready(of incident: Incident) -> PersonSet { incident.isWide == true ? willing : ready }

  var willing: PersonSet { PersonSet(upTo: state.members.count) { state.members[$0].hasConsented } }

  func place(of person: String) -> Int? { state.members.firstIndex { $0.name == person } }

  /// The place of a person who has consented; an answer of anybody else is only logged.
  func willingPlace(of person: String, into outputs: inout [CircleOutput]) -> Int? {
    if let place = place(of: person), state.members[place].hasConsented { return place }
    log(.ignored, person: person, "no consent", into: &outputs)
    return nil
  }

  var nextPauseEnd: Instant { state.members.lazy.compactMap(\.pausedUntil).min() ?? .never }

  mutating func endPauses(into outputs: inout [CircleOutput]) {
    for place in state.members.indices {
      guard let until = state.members[place].pausedUntil, until <= state.now else { continue }
      state.members[place].pausedUntil = nil
      log(.resume, person: state.members[place].name, into: &outputs)
    }
  }

  mutating func consent(_ person: String, _ date: Int64?, into outputs: inout [CircleOutput]) {
    guard let place = place(of: person) else { return log(.ignored, person: person, "unknown", into: &outputs) }
    state.members[place].hasConsented = true
    state.members[place].wordDate = date
    log(.consent, person: person, into: &outputs)
  }

  mutating func stop(_ person: String, _ date: Int64?, into outputs: inout [CircleOutput]) {
    guard let place = place(of: person) else { return log(.ignored, person: person, "unknown", into: &outputs) }
    state.members[place].hasConsented = false
    state.members[place].wordDate = date
    log(.stop, person: person, into: &outputs)
    dismiss(place, into: &outputs)
  }

  /// Cancels what is under way to a person who has stopped, and alerts others instead (rule 7).
  private mutating func dismiss(_ place: Int, into outputs: inout [CircleOutput]) {
    for at in state.incidents.indices { cancel(at, person: place, into: &outputs) }
    for at in state.incidents.indices {
      guard case .held(state.members[place].name, _) = state.incidents[at].phase else { continue }
      beginRound(at, with: ready, into: &outputs)
    }
  }

  mutating func pause(_ person: String, _ time: Duration, into outputs: inout [CircleOutput]) {
    guard let place = place(of: person) else { return log(.ignored, person: person, "unknown", into: &outputs) }
    let time = min(max(time, CircleBounds.pause.lowerBound), CircleBounds.pause.upperBound)
    state.members[place].pausedUntil = state.now.advanced(by: time)
    log(.pause, person: person, into: &outputs)
  }

  mutating func resume(_ person: String, into outputs: inout [CircleOutput]) {
    guard let place = place(of: person) else { return log(.ignored, person: person, "unknown", into: &outputs) }
    guard state.members[place].pausedUntil != nil else { return }
    state.members[place].pausedUntil = nil
    log(.resume, person: person, into: &outputs)
  }
}

/// A new plan keeps the consents, answers and messages of the people of the same name (rule 42).
extension CareCircle {
  mutating func adopt(_ new: CirclePlan, into outputs: inout [CircleOutput]) {
    let old = state.members, before = ways
    for (place, member) in old.enumerated() {
      let channels = new.people.first { $0.name == member.name }?.channels ?? []
      for at in state.incidents.indices { cancel(at, person: place, except: channels, into: &outputs) }
      guard member.hasConsented, !new.people.contains(where: { $0.name == member.name }) else { continue }
      log(.removed, person: member.name, into: &outputs)
    }
    state.members = new.people.map { person in
      var member = old.first { $0.name == person.name } ?? CircleState.Member(name: person.name, channels: [])
      member.channels = person.channels
      return member
    }
    plan = new
    for at in state.incidents.indices {
      let told = state.incidents[at].told
      state.incidents[at].told = new.people.map { person in
        let told = old.firstIndex { $0.name == person.name }.flatMap { told.indices.contains($0) ? told[$0] : nil }
        return told?.moved(to: person.channels) ?? AlertedPerson(channels: person.channels)
      }
    }
    for at in state.incidents.indices {
      switch state.incidents[at].phase {
      case .held(let person, _) where place(of: person) == nil: beginRound(at, with: ready, into: &outputs)
      // A person or channel that was there before and comes back must not get a message of this round twice.
      case .round where ways != before: beginRound(at, with: wasTold(at), into: &outputs)
      default: break
      }
    }
  }

  /// By which channels whom can be reached.
  private var ways: [String: Set<String>] {
    Dictionary(state.members.map { ($0.name, Set($0.channels)) }) { first, _ in first }
  }
}
