import Engine

/// A list of the first file that is not in force: lists win whole, and the own file of the box has one for the same key.
package struct ShadowedList: Sendable, Equatable {
  package let key: String
  /// The file and the line of the list that does not count.
  package let place: String
  /// The file whose list is in force.
  package let winner: String

  package var notice: OrderNotice { .shadowed(key: key, place: place, winner: winner) }

  package var sentence: String { notice.sentence }
}
