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
    let value: Double
    let at: Instant
    let measuredAt: Instant
    let beats: Beats

    /// - Parameters:
    ///   - value: in the unit of the rule's quantity.
    ///   - at: when it was received.
    ///   - measuredAt: when it was measured.
    ///   - beats: what the times between the heartbeats say of it.
    public init(_ value: Double, at: Instant, measuredAt: Instant, beats: Beats) {
      self.value = value
      self.at = at
      self.measuredAt = measuredAt
      self.beats = beats
    }
  }

  /// Since when the value has been beyond; `nil` where it is not.
  public private(set) var since: Instant?
  /// Whether it is signalled.
  public private(set) var isSignalled = false
  /// The latest value beyond or lingering.
  public private(set) var value = 0.0
  private var firstMeasuredAt = Instant.start
  /// Since when it is back inside by the hysteresis.
  private var insideSince: Instant?
  /// Since when it is not beyond, whether or not by the hysteresis.
  private var withinSince: Instant?
  private var suspendedAt: Instant?
  private var isBeyond = false
  private var isConfirmed = false
  /// Heartbeats that speak for the value beyond, and for the one inside.
  private var beyondEvidence = Evidence()
  private var insideEvidence = Evidence()
  /// Whether it was signalled before its data went stale or a dip: it is so again as soon as a value is not inside.
  private var wasSignalled = false

  /// Two measurements are two when they were taken so far apart: ages come in whole seconds, and late.
  private static let measurementGap = Duration.seconds(20)
  /// Data that come back within this time go on where they were; after it, they begin anew.
  private static let longestSuspension = Duration.seconds(120)

  private struct Evidence: Sendable {
    private var agreeing = 0
    private(set) var isContradicted = false
    var isEnough: Bool { agreeing >= 3 && !isContradicted }

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
    if since == nil, !rule.isBeyond(sample.value) { return }
    if let suspendedAt {
      if suspendedAt.advanced(by: Self.longestSuspension) < sample.at { self = Dwell() }
      self.suspendedAt = nil
    }
    if !isSignalled, let insideSince, insideSince.advanced(by: rule.longestDip) < sample.at { self = Dwell() }
    // The hysteresis holds what is signalled, and a slow value that hovers about its limit. A heart rate that is not
    // signalled yet begins anew once it has been within its limit for longer than a dip: one that lingers there is no
    // alarm on the next touch.
    if rule.isOfHeart, !isSignalled, !wasSignalled, let withinSince,
      withinSince.advanced(by: rule.longestDip) < sample.at
    {
      self = Dwell()
    }
    if rule.isBeyond(sample.value) {
      takeBeyond(sample, rule, outsideSince)
    } else if since != nil {
      isBeyond = false
      withinSince = withinSince ?? sample.at
      if rule.hasCleared(sample.value) {
        if insideSince == nil {
          insideSince = sample.at
          insideEvidence = Evidence()
        }
        insideEvidence.add(sample.beats)
      } else {
        insideSince = nil
        value = sample.value
      }
    }
  }

  private mutating func takeBeyond(_ sample: Sample, _ rule: LimitRule, _ outsideSince: Instant?) {
    if since == nil {
      since = outsideSince ?? sample.at
      firstMeasuredAt = sample.measuredAt
      isConfirmed = false
      beyondEvidence = Evidence()
    }
    value = sample.value
    insideSince = nil
    withinSince = nil
    isBeyond = true
    if rule.isOfHeart {
      beyondEvidence.add(sample.beats)
      isConfirmed = beyondEvidence.isEnough
    } else if firstMeasuredAt.advanced(by: Self.measurementGap) <= sample.measuredAt {
      isConfirmed = true
    }
  }

  /// Since when the value has been beyond, for the opposite limit that it is beyond now; `nil` where this one is signalled
  /// for itself, or where the value was within the limits for longer than a dip.
  public func handedOver(at instant: Instant, _ rule: LimitRule) -> Instant? {
    guard !isSignalled, let since else { return nil }
    if let withinSince, withinSince.advanced(by: rule.longestDip) < instant { return nil }
    return since
  }

  /// When the value has been inside for long enough, or beyond for long enough to be signalled; `nil` where neither
  /// comes by itself.
  public func deadline(_ rule: LimitRule) -> Instant? {
    guard let since, suspendedAt == nil else { return nil }
    if let insideSince {
      let time = insideEvidence.isContradicted ? rule.endsContradicted : rule.endsAfter
      return insideSince.advanced(by: isSignalled ? time : rule.longestDip)
    }
    if isSignalled { return nil }
    if wasSignalled { return since.advanced(by: rule.notBefore) }
    // None begins on a value between limit and hysteresis.
    return isBeyond ? since.advanced(by: isConfirmed ? rule.notBefore : rule.unconfirmed) : nil
  }

  /// What its deadline brings.
  public enum Turn: Sendable {
    /// The value has been beyond for long enough.
    case begins
    /// The value has been inside for long enough. The payload says whether it was signalled.
    case ends(wasSignalled: Bool)
  }

  /// The deadline has come.
  public mutating func turn() -> Turn {
    if insideSince != nil {
      guard isSignalled else {
        self = Dwell()
        return .ends(wasSignalled: false)
      }
      isSignalled = false
      wasSignalled = true
      return .ends(wasSignalled: true)
    }
    isSignalled = true
    wasSignalled = false
    return .begins
  }

  /// The data have gone stale. Fresh data that are still beyond go on where they were.
  public mutating func suspend(at instant: Instant) {
    guard since != nil, suspendedAt == nil else { return }
    suspendedAt = instant
    wasSignalled = wasSignalled || isSignalled
    isSignalled = false
  }

  /// Goes on where an earlier run was: what it signalled is signalled.
  public mutating func resume(value: Double, at instant: Instant) {
    since = instant
    self.value = value
    isSignalled = true
    isBeyond = true
  }
}
