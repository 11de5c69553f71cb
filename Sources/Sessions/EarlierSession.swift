import Readings

/// The part of a session that lies before a restart of the box, with which the session goes on.
package struct EarlierSession: Sendable, Equatable {
  /// When the session began, before the start of the time axis of this run.
  package var startedAt: Instant
  /// When it went on in this run, by which the monitor knows that it is about its session.
  package var joinedAt: Instant
  package var details: SessionDetails
  package var refreshments: Refreshments
  package var isPlacementConfirmed: Bool

  package init(
    startedAt: Instant, joinedAt: Instant, details: SessionDetails, refreshments: Refreshments,
    isPlacementConfirmed: Bool
  ) {
    (self.startedAt, self.joinedAt, self.details) = (startedAt, joinedAt, details)
    (self.refreshments, self.isPlacementConfirmed) = (refreshments, isPlacementConfirmed)
  }

  /// The same on an axis on which this run begins later.
  package func later(by offset: Duration) -> EarlierSession {
    EarlierSession(
      startedAt: startedAt.advanced(by: offset), joinedAt: joinedAt.advanced(by: offset), details: details,
      refreshments: refreshments.later(by: offset), isPlacementConfirmed: isPlacementConfirmed)
  }
}
