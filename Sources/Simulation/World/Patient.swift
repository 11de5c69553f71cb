import Glibc

/// What a sensor can measure on a person at one time. It is small because it is copied every second.
struct Heartbeat: Sendable {
  /// The true heart rate, bpm; 0 if the heart does not beat.
  let beatsPerMinute: Double
  /// Whether the beats have no regular rhythm, as in atrial fibrillation.
  let isIrregular: Bool
  /// Whether the patient is moving, which causes more artefacts in a strap.
  let isMoving: Bool
  /// The true saturation of arterial blood with oxygen, percent.
  let saturation: Double
}

/// The true heart rate and its causes: rest, exercise, arrhythmia, and sudden events. One step is one second.
struct Patient: Sendable {
  /// The true heart rate, bpm; 0 if the heart does not beat.
  private(set) var beatsPerMinute: Double
  private var isIrregular = false
  /// What a sensor can measure now.
  var heartbeat: Heartbeat {
    Heartbeat(
      beatsPerMinute: beatsPerMinute, isIrregular: isIrregular, isMoving: exercise.isOn,
      saturation: breathing.saturation)
  }
  var event: HeartEvent? { events.current }

  private let parameters: WorldParameters
  private let resting: Double
  private var wander = 0.0
  private var effort = 0.0
  private var target = 0.0
  private var rhythm = 0.0
  private var exercise: RandomInterval
  private var tachycardia: RandomInterval
  private var bradycardia: RandomInterval
  private var shortRun: RandomInterval
  private var events: HeartEvents
  private var breathing: Breathing

  init(_ parameters: WorldParameters, _ random: inout WorldRandom) {
    self.parameters = parameters
    resting = max(26, parameters.restingBeatsPerMinute + parameters.restingSpread * random.normal())
    beatsPerMinute = resting
    exercise = RandomInterval(perDay: parameters.exercisePerDay, &random)
    tachycardia = RandomInterval(perDay: parameters.tachycardiaPerDay, &random)
    bradycardia = RandomInterval(perDay: parameters.bradycardiaPerDay, &random)
    shortRun = RandomInterval(perDay: parameters.shortRunsPerDay, &random)
    events = HeartEvents(parameters, &random)
    breathing = Breathing(parameters, &random)
  }

  /// Starts an event from a script, for this many seconds.
  mutating func suffer(_ event: HeartEvent, _ now: Double, for duration: Double, _ random: inout WorldRandom) {
    events.begin(event, now, for: duration, &random)
  }

  mutating func step(_ now: Double, _ random: inout WorldRandom) {
    let parameters = parameters
    let exercise = exercise.step(
      now, duration: { random.uniform(0.5, 1.5) * parameters.exerciseMinutes * 60 },
      wait: { random.wait(perDay: parameters.exercisePerDay) })
    if let exercise { target = exercise ? random.uniform(30, 80) : 0 }
    // The rate follows effort within about a minute and recovers more slowly.
    effort += (target - effort) / (target > effort ? 45 : 90)
    let tachycardia = tachycardia.step(
      now, duration: { random.logNormal(median: parameters.tachycardiaMinutes * 60, sigma: 1.2) },
      wait: { random.wait(perDay: parameters.tachycardiaPerDay) })
    let shortRun = shortRun.step(
      now, duration: { random.uniform(3, 30) }, wait: { random.wait(perDay: parameters.shortRunsPerDay) })
    let bradycardia = bradycardia.step(
      now, duration: { random.logNormal(median: parameters.bradycardiaMinutes * 60, sigma: 1) },
      wait: { random.wait(perDay: parameters.bradycardiaPerDay) })
    if tachycardia == true || shortRun == true {
      rhythm = random.uniform(115, 175)
      isIrregular = random.happens(parameters.irregularShare)
    } else if bradycardia == true {
      rhythm = random.uniform(32, 54)
      isIrregular = false
    }
    // A slow random variation with a time constant of one minute, and breathing with a period of four seconds.
    wander += -wander / 60 + parameters.wander * 0.18 * random.normal()
    if self.tachycardia.isOn || self.shortRun.isOn || self.bradycardia.isOn {
      beatsPerMinute = rhythm + wander + (isIrregular ? 6 * random.normal() : 0)
    } else {
      isIrregular = false
      let breath = now - 4 * (now / 4).rounded(.down) < 2 ? 1.0 : -1.0
      beatsPerMinute = resting + wander + effort + parameters.sinusArrhythmia * breath
    }
    events.step(now, &random)
    breathing.step(now, &random)
    beatsPerMinute = min(max(beatsPerMinute, 20), 215)
    if let rate = events.rate(now, usual: beatsPerMinute) {
      beatsPerMinute = rate
      isIrregular = false
    }
  }
}

/// The oxygen in the blood, and the apnoeas that lower it. One step is one second.
struct Breathing: Sendable {
  /// The true saturation of arterial blood, percent.
  private(set) var saturation: Double

  private let parameters: WorldParameters
  private var apnoea: RandomInterval
  private var depth = 0.0
  private var length = 1.0
  private var wander = 0.0
  /// How far the saturation has fallen, percent.
  private var fall = 0.0

  init(_ parameters: WorldParameters, _ random: inout WorldRandom) {
    self.parameters = parameters
    saturation = parameters.restingSaturation
    apnoea = RandomInterval(perDay: parameters.apnoeaPerDay, &random)
  }

  mutating func step(_ now: Double, _ random: inout WorldRandom) {
    let parameters = parameters
    var duration = length
    let change = apnoea.step(
      now,
      duration: {
        duration = min(120, max(10, random.logNormal(median: parameters.apnoeaSeconds, sigma: 0.4)))
        return duration
      }, wait: { random.wait(perDay: parameters.apnoeaPerDay) })
    length = duration
    if change == true { depth = random.logNormal(median: parameters.apnoeaDepth, sigma: 0.5) }
    // It falls during the whole apnoea and recovers in a few breaths.
    if apnoea.isOn { fall += depth / length } else { fall -= fall / 8 }
    wander += -wander / 60 + 0.04 * random.normal()
    saturation = min(100, max(40, parameters.restingSaturation + wander - fall))
  }
}
