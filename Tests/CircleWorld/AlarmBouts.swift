import Circle

/// The alarms of a night, as a box would report them. All numbers are own choices: many more than in a true night, with
/// alarms that return every few seconds.
enum AlarmBouts {
  struct Bout {
    let alarm: CircleAlarm
    let begin: Double
    let end: Double
  }

  static let subjects = ["Anna", "room", "Otto"]
  private static let conditions = ["heart-rate-low", "heart-rate-high", "no-pulse", "no-data", "co2-high"]

  static func make(_ random: inout SeededRandom) -> [Bout] {
    var bouts: [Bout] = []
    func add(_ subject: String, _ condition: String, _ priority: CirclePriority, _ begin: Double, _ length: Double) {
      let alarm = CircleAlarm(UInt64(bouts.count) + 1, priority, condition: condition, subject: subject)
      bouts.append(Bout(alarm: alarm, begin: begin, end: min(begin + length, Surroundings.night + 1)))
    }
    for subject in subjects {
      var begin = random.wait(14_400)
      while begin < Surroundings.night {
        let condition = random.pick(conditions)
        if random.happens(0.1) {
          for _ in 0..<random.below(30) {
            let length = random.uniform(5, 40)
            add(subject, condition, .high, begin, length)
            begin += length + random.uniform(1, 60)
          }
        } else {
          let length = random.logNormal(600, 1.5)
          add(subject, condition, .high, begin, length)
          if random.happens(0.3) {
            add(subject, random.pick(conditions), .high, begin + random.uniform(0, length), random.logNormal(200, 1))
          }
          begin += length
        }
        begin += random.wait(10_800)
      }
      if random.happens(0.3) {
        let priority: CirclePriority = random.happens(0.5) ? .low : .medium
        add(subject, "co2-medium", priority, random.uniform(0, Surroundings.night), random.logNormal(600, 1))
      }
    }
    return bouts
  }
}
