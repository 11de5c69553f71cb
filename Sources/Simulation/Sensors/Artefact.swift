/// A period in which a movement, a dry electrode or a large T wave misleads a strap: it shows a wrong rate, and RR
/// intervals that disagree with it, or none.
struct Artefact: Sendable {
  /// How the RR intervals behave during the artefact.
  enum Beats: Sendable { case disagree, absent, agree }

  /// The rate that it shows, bpm.
  private var rate = 0.0
  /// The true rate when it began, bpm.
  private var truth = 0.0
  private var isMovement = false
  private(set) var beats = Beats.disagree
  private var episode: RandomInterval
  private var isLong = false

  var isOn: Bool { episode.isOn }

  init(_ parameters: WorldParameters, _ random: inout WorldRandom) {
    episode = RandomInterval(perDay: parameters.artefactsPerDay, &random)
  }

  mutating func step(_ now: Double, _ patient: Heartbeat, _ parameters: WorldParameters, _ random: inout WorldRandom) {
    let isMoving = patient.isMoving
    let change = episode.step(
      now,
      duration: {
        parameters.artefactLength.seconds(
          median: parameters.artefactSeconds, spread: parameters.artefactSpread, &random)
      },
      // Movement loosens the electrodes: three times as many artefacts.
      wait: { random.wait(perDay: parameters.artefactsPerDay * (isMoving ? 3 : 1)) })
    guard change == true else { return }
    let draw = random.uniform()
    truth = max(30, patient.beatsPerMinute)
    isMovement = draw >= parameters.doubleCountShare && draw < 0.6
    if isMovement {
      rate = Self.moved(truth, &random)
    } else if draw < 0.6 {
      rate = truth * 2
    } else {
      rate = truth * random.uniform(0.45, 0.7)
    }
    let kind = random.uniform()
    beats =
      kind < parameters.artefactAgreeShare
      ? .agree
      : kind < parameters.artefactAgreeShare + parameters.artefactWithoutBeatsShare ? .absent : .disagree
  }

  private static func moved(_ truth: Double, _ random: inout WorldRandom) -> Double {
    random.uniform(truth * 0.5, max(truth * 2, 160))
  }

  /// The rate that is shown this second, bpm. It varies by some percent; a movement soon shows a different one. Own
  /// choice.
  mutating func shown(_ random: inout WorldRandom) -> Double {
    if isMovement, beats != .agree, random.happens(0.25) { rate = Self.moved(truth, &random) }
    return min(max(rate * (1 + 0.04 * random.normal()), 20), 240)
  }

  /// The interval between two of its beats, s: far from the rate, sometimes longer and sometimes shorter, unless they
  /// agree.
  mutating func interval(rate: Double, _ random: inout WorldRandom) -> Double {
    let usual = 60 / rate
    guard beats == .disagree else { return usual * (1 + 0.02 * random.normal()) }
    isLong.toggle()
    return usual * (isLong ? random.uniform(1.25, 1.7) : random.uniform(0.4, 0.75))
  }
}
