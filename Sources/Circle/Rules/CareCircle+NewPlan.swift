import Readings

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
        return told?.moved(to: person.channels) ?? ToldPerson(channels: person.channels)
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
