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
