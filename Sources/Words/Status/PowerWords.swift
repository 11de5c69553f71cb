import Engine

/// What a board reports of its supply and its heat.
package struct PowerWords: LocalizedText {
  private let power: BoardPower

  /// `nil` if nothing is known.
  package init?(_ power: BoardPower) {
    guard power.isSupplyLow != nil || power.celsius != nil else { return nil }
    self.power = power
  }

  package var both: (en: String, ko: String) {
    let parts = [power.isSupplyLow.map(supply), power.celsius.map(Self.heat)].compactMap(\.self)
    return (parts.map(\.en).joined(separator: "; "), parts.map(\.ko).joined(separator: "; "))
  }

  private func supply(isLow: Bool) -> (en: String, ko: String) {
    let now = isLow ? (en: "the supply is too low", ko: "전원 전압 낮음") : (en: "the supply is good", ko: "전원 정상")
    guard let times = power.lowTimes, times != 0 else { return now }
    return (
      "\(now.en), \(times) \(times == 1 ? "time" : "times") too low since the start", "\(now.ko), 시작 후 \(times)번 낮아짐"
    )
  }

  private static func heat(_ celsius: Int) -> (en: String, ko: String) {
    ("the processor is at \(celsius) °C", "프로세서 \(celsius) °C")
  }
}
