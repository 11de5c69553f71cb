import Readings

/// How long one sensor's value has been beyond one limit. A small value without references; it is told every sample and
/// asked when something is due.
///
/// A value is *confirmed* where something else than its repetition speaks for it: of a heart rate, the times between three
/// beats and no fewer agree with it, none disagrees, and the strap feels the skin; of anything else, a second measurement is
/// beyond too.
public struct Dwell: Sendable {
  /// What the times between the heartbeats say of a heart rate.
  public enum Beats: Sendable {
    /// So many of them agree, and all.
    case agree(Int)
    /// There was none: a slow heart has seconds without a beat.
    case silent
    /// One of them disagrees, or the strap does not feel the skin.
    case disagree
  }

  /// One value and what speaks for it.
  public struct Sample: Sendable {
    /// In the unit of the rule's quantity.
    public var value: Double
    /// When it was received.
    public let at: Instant
    let measuredAt: Instant
    let beats: Beats
    let doubtedSince: Instant?
    /// Whether it is beyond the limit on the other side.
    public var isBeyondOpposite = false

    /// - Parameters:
    ///   - value: in the unit of the rule's quantity.
    ///   - at: when it was received.
    ///   - measuredAt: when it was measured.
    ///   - beats: what the times between the heartbeats say of it.
    ///   - doubtedSince: since when no heartbeats have spoken for a heart rate within its limits; see ``Doubt``.
    public init(_ value: Double, at: Instant, measuredAt: Instant, beats: Beats, doubtedSince: Instant?) {
      self.value = value
      self.at = at
      self.measuredAt = measuredAt
      self.beats = beats
      self.doubtedSince = doubtedSince
    }

    /// Whether it says nothing of a value within the limits: the heartbeats contradict it, or it is beyond the other one.
    var isNoEvidenceOfInside: Bool {
      if isBeyondOpposite { return true }
      if case .disagree = beats { return true }
      return false
    }
  }

  /// Since when the value has been beyond; `nil` where it is not.
  public private(set) var since: Instant?
  /// Whether it is signalled.
  public private(set) var isSignalled = false
  /// The latest value beyond or lingering.
  public private(set) var value = 0.0
  private var firstMeasuredAt = Instant.start
  /// From when *must by* counts where the value is not confirmed: since it was beyond, or in doubt before that.
  private var countsFrom = Instant.start
  /// Since when it is back inside by the hysteresis.
  private var insideSince: Instant?
  /// Since when no heartbeat has contradicted that; `nil` where the latest did.
  private var unopposedSince: Instant?
  /// Since when it is not beyond, whether or not by the hysteresis, and when the first such value was measured.
  private var withinSince: Instant?
  private var withinMeasuredAt: Instant?
  private var suspendedAt: Instant?
  private var isBeyond = false
  private var isConfirmed = false
  /// Heartbeats that speak for the value beyond, and for the one inside.
  private var beyondEvidence = Evidence()
  private var insideEvidence = Evidence()
  /// Whether it was signalled before its data went stale or a dip: it is so again without another dwell.
  private var wasSignalled = false
  /// Whether the former: a value that lingers between limit and hysteresis goes on, too.
  private var wentStale = false

  /// Two measurements are two when they were taken so far apart: ages come in whole seconds, and late.
  static let measurementGap = Duration.seconds(20)
  /// Data that come back within this time go on where they were; after it, they begin anew.
  private static let longestSuspension = Duration.seconds(120)

  private struct Evidence: Sendable {
    private var agreeing = 0
    private(set) var isContradicted = false
    /// Three beats agree, and none disagrees.
    var isEnough: Bool { agreeing >= Doubt.beats && !isContradicted }
    /// One or two beats agree, and the strap has more to tell.
    var isThin: Bool { 1..<Doubt.beats ~= agreeing }

    mutating func add(_ beats: Beats) {
      switch beats {
      case .agree(let count): agreeing += count
      case .silent: break
      case .disagree: isContradicted = true
      }
    }
  }

  /// Not beyond.
  public init() {}

  /// Takes in a sample. What is due then stands in ``deadline(_:)``.
  /// - Parameter outsideSince: since when the value was beyond the opposite limit: it has been outside all the time.
  public mutating func take(_ sample: Sample, _ rule: LimitRule, outsideSince: Instant?) {
    let isOutside = rule.isBeyond(sample.value)
    if since == nil, !isOutside { return }
    if let suspendedAt {
      if suspendedAt.advanced(by: Self.longestSuspension) < sample.at { self = Dwell() }
      self.suspendedAt = nil
    }
    if isBack(by: sample.at, rule) { self = Dwell() }
    if isOutside {
      takeBeyond(sample, rule, outsideSince)
    } else if since == nil {
      return
    } else if rule.isOfHeart, !isSignalled, sample.isNoEvidenceOfInside {
      // An artefact that hides the value does not bring it back: its time runs on.
      if sample.isBeyondOpposite { isBeyond = false }
      withinSince = nil
      insideSince = nil
      unopposedSince = nil
    } else {
      takeWithin(sample, rule)
    }
  }

  private mutating func takeBeyond(_ sample: Sample, _ rule: LimitRule, _ outsideSince: Instant?) {
    if since == nil {
      let begin = outsideSince ?? sample.at
      since = begin
      countsFrom = min(begin, sample.doubtedSince ?? begin)
      firstMeasuredAt = sample.measuredAt
      isConfirmed = false
      beyondEvidence = Evidence()
    }
    value = sample.value
    insideSince = nil
    unopposedSince = nil
    withinSince = nil
    withinMeasuredAt = nil
    isBeyond = true
    if rule.isOfHeart {
      beyondEvidence.add(sample.beats)
      isConfirmed = beyondEvidence.isEnough
    } else if firstMeasuredAt.advanced(by: Self.measurementGap) <= sample.measuredAt {
      isConfirmed = true
    }
  }

  private mutating func takeWithin(_ sample: Sample, _ rule: LimitRule) {
    if withinSince == nil { insideEvidence = Evidence() }
    insideEvidence.add(sample.beats)
    if !rule.isOfHeart { isBeyond = false }
    withinSince = withinSince ?? sample.at
    let begin = withinMeasuredAt ?? sample.measuredAt
    withinMeasuredAt = begin
    if !rule.isOfHeart, !isSignalled, !wentStale, begin.advanced(by: rule.longestLinger) <= sample.measuredAt {
      self = Dwell()
      return
    }
    if rule.hasCleared(sample.value) {
      insideSince = insideSince ?? sample.at
      if case .disagree = sample.beats { unopposedSince = nil } else { unopposedSince = unopposedSince ?? sample.at }
    } else {
      insideSince = nil
      unopposedSince = nil
      value = sample.value
    }
  }

  /// Whether a value that is not signalled has been back for longer than a dip.
  private func isBack(by instant: Instant, _ rule: LimitRule) -> Bool {
    guard !isSignalled, let since = backSince(rule), !needsMoreBeats(rule) else { return false }
    return since.advanced(by: rule.longestDip) < instant
  }

  /// Whether one or two beats speak for a heart rate within its limit, which is no proof that it is back.
  private func needsMoreBeats(_ rule: LimitRule) -> Bool { rule.isOfHeart && !wasSignalled && insideEvidence.isThin }

  /// Since when a value that is not signalled is back. The hysteresis holds what was signalled, and a slow value that
  /// hovers about its limit until ``LimitRule/longestLinger``. A heart rate that is not signalled yet is back within its
  /// limit: one that lingers there is no alarm on the next touch.
  public func backSince(_ rule: LimitRule) -> Instant? { rule.isOfHeart && !wasSignalled ? withinSince : insideSince }

  /// Since when the value has been beyond, for the opposite limit that it is beyond now; `nil` where this one is signalled
  /// for itself, or where the value was within the limits for longer than a dip.
  public func handedOver(at instant: Instant, _ rule: LimitRule) -> Instant? {
    isSignalled || isBack(by: instant, rule) ? nil : since
  }

  /// When the value has been inside for long enough, or beyond for long enough to be signalled; `nil` where neither
  /// comes by itself.
  public func deadline(_ rule: LimitRule) -> Instant? {
    guard let since, suspendedAt == nil else { return nil }
    if isSignalled {
      guard let insideSince else { return nil }
      let latest = insideSince.advanced(by: rule.endsContradicted)
      return unopposedSince.map { min(latest, $0.advanced(by: rule.endsAfter)) } ?? latest
    }
    if let back = backSince(rule) {
      // None begins on a value within the limit.
      return needsMoreBeats(rule) ? nil : back.advanced(by: rule.longestDip)
    }
    if wasSignalled, isBeyond || wentStale { return since.advanced(by: rule.notBefore) }
    // None begins on a value between limit and hysteresis, or beyond the other limit.
    guard isBeyond else { return nil }
    let soonest = since.advanced(by: rule.notBefore)
    return isConfirmed ? soonest : max(soonest, countsFrom.advanced(by: rule.unconfirmed))
  }

  /// What its deadline brings.
  public enum Turn: Sendable {
    /// The value has been beyond for long enough.
    case begins
    /// The value has been inside for long enough. The payload says whether it was signalled.
    case ends(wasSignalled: Bool)
  }

  /// The deadline has come.
  public mutating func turn(_ rule: LimitRule) -> Turn {
    if isSignalled {
      // A slow value that is beyond again within a dip goes on where it was.
      if rule.isOfHeart {
        self = Dwell()
      } else {
        isSignalled = false
        wasSignalled = true
        wentStale = false
      }
      return .ends(wasSignalled: true)
    }
    if backSince(rule) != nil {
      self = Dwell()
      return .ends(wasSignalled: false)
    }
    isSignalled = true
    wasSignalled = false
    wentStale = false
    return .begins
  }

  /// The data have gone stale. Fresh data that are still beyond go on where they were.
  public mutating func suspend(at instant: Instant) {
    guard since != nil, suspendedAt == nil else { return }
    suspendedAt = instant
    wasSignalled = wasSignalled || isSignalled
    wentStale = wentStale || isSignalled
    isSignalled = false
  }

  /// Goes on where an earlier run was: its value was beyond, and this run's first value decides whether it still is.
  /// - Parameters:
  ///   - begin: since when it was beyond.
  ///   - freshUntil: until when its latest value counted.
  public mutating func recall(value: Double, since begin: Instant, freshUntil: Instant, at instant: Instant) {
    guard !isSignalled else { return }
    if let since {
      // This run has heard it too by now.
      guard since <= freshUntil.advanced(by: Self.longestSuspension) else { return }
    } else {
      self.value = value
      isBeyond = true
      firstMeasuredAt = begin
      countsFrom = begin
      suspendedAt = min(freshUntil, instant)
    }
    since = min(since ?? begin, begin)
    countsFrom = min(countsFrom, begin)
  }

  /// Goes on where an earlier run was: what it signalled is signalled.
  public mutating func resume(value: Double, at instant: Instant) {
    since = instant
    self.value = value
    isSignalled = true
    isBeyond = true
  }
}

/// Since when a strap's heartbeats have not spoken for a heart rate within its limits. An artefact may hide the beginning
/// of what is beyond a limit, so *must by* counts from where the doubt began.
public struct Doubt: Sendable {
  /// So many beats in a row that agree are proof.
  static let beats = 3

  /// Since when; `nil` while they speak for it.
  public private(set) var since: Instant?
  private var agreeing = 0
  /// Since when the strap has been silent of its beats, with a rate within the limits.
  private var silentSince: Instant?

  /// A heart within its limits beats more often than this: a strap that is silent for longer tells no beats at all.
  private static let longestSilence = Duration.seconds(2)

  /// No doubt.
  public init() {}

  /// Takes in what a message says.
  /// - Parameter isWithin: whether its heart rate lies within every limit.
  public mutating func take(_ beats: Dwell.Beats, isWithin: Bool, at instant: Instant) {
    switch beats {
    case .agree(let count) where isWithin:
      silentSince = nil
      agreeing += count
      if agreeing >= Self.beats { since = nil }
    case .silent where isWithin:
      let begin = silentSince ?? instant
      silentSince = begin
      if begin.advanced(by: Self.longestSilence) <= instant { since = nil }
    case .agree, .silent, .disagree:
      silentSince = nil
      agreeing = 0
      since = since ?? instant
    }
  }
}
