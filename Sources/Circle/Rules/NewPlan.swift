import Readings

/// A new plan keeps what the people of the same name have said and were told (rule 43).
extension CareCircle {
  mutating func adopt(_ new: CirclePlan, into outputs: inout [CircleOutput]) {
    let old = state.members
    for (place, member) in old.enumerated() {
      let channels = new.people.first { $0.name == member.name }?.channels ?? []
      for at in state.incidents.indices { cancel(at, person: place, except: channels, into: &outputs) }
      guard member.hasConsented, !new.people.contains(where: { $0.name == member.name }) else { continue }
      log(.removed, person: member.name, into: &outputs)
    }
    state.members = new.people.map { person in
      old.first { $0.name == person.name } ?? CircleState.Member(name: person.name)
    }
    plan = new
    for at in state.incidents.indices {
      let told = state.incidents[at].told
      state.incidents[at].told = new.people.map { person in
        let before = old.firstIndex { $0.name == person.name }.flatMap { told.indices.contains($0) ? told[$0] : nil }
        return before?.moved(to: person.channels) ?? ToldPerson(channels: person.channels)
      }
    }
    for at in state.incidents.indices {
      guard case .held(let person, _) = state.incidents[at].phase, place(of: person) == nil else { continue }
      beginRound(at, with: ready, into: &outputs)
    }
  }
}
