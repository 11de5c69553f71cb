/// The person or thing that an alarm is about. An episode belongs to one subject and one signal family.
package enum Subject: Hashable, Sendable {
  case box
  /// The air of the room.
  case room
  case person(PersonIndex)
}

/// The index of a person in one run, 0 to 63. The persons of the configuration come first, in its order. A heart sensor
/// that belongs to no named person gets a person of its own, counted down from 63.
package struct PersonIndex: Hashable, Sendable, Comparable {
  package let position: UInt8

  package init(_ position: UInt8) { self.position = position }

  package static func < (left: PersonIndex, right: PersonIndex) -> Bool { left.position < right.position }
}
