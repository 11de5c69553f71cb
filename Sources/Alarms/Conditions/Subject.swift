/// Whom or what an alarm is about. An episode belongs to one subject and one family of signals.
package enum Subject: Hashable, Sendable {
  /// The box itself.
  case box
  /// The air of the room.
  case room
  /// A person, by the number of the person in this run.
  case person(PersonIndex)
}

/// A person's place in the tables of one run: first those that the configuration names, in its order, then one for each
/// heart sensor that belongs to nobody named.
package struct PersonIndex: Hashable, Sendable, Comparable {
  /// The position, from 0.
  package let position: UInt8

  /// - Parameter position: from 0.
  package init(_ position: UInt8) { self.position = position }

  package static func < (left: PersonIndex, right: PersonIndex) -> Bool { left.position < right.position }
}
