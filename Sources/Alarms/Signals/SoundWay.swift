/// How often an alarm of a value sounds while it is on and no one answers. Its lamp is lit all the time.
package enum SoundWay: Sendable, Equatable {
  case never
  case once
  case `repeat`
  /// One burst at its onset, and one after each such time.
  case every(Duration)

  /// The times for ``every(_:)`` that can be set, in seconds: from the period of a low alarm to an hour.
  package static let settable: ClosedRange<Double> = 30...3_600
}

/// How often alarms of low and medium priority sound. High alarms always repeat.
package struct SoundWays: Sendable, Equatable {
  package var low: SoundWay
  package var medium: SoundWay

  package init(low: SoundWay = .repeat, medium: SoundWay = .repeat) {
    self.low = low
    self.medium = medium
  }

  /// The way of an alarm.
  /// - Parameter isTechnical: whether it is about the box or a sensor: a medium one always repeats, and a low one sounds
  ///   at least once, since nothing else draws attention to it.
  package func way(_ priority: Priority, isTechnical: Bool) -> SoundWay {
    switch priority {
    case .high: .repeat
    case .medium: isTechnical ? .repeat : medium.orOnce
    case .low: isTechnical ? (low == .repeat ? .repeat : .once) : low
    }
  }
}

extension SoundWay {
  /// Every onset of a medium alarm sounds.
  fileprivate var orOnce: SoundWay { self == .never ? .once : self }
}
