import Glibc
import Readings
import Status
import Web

/// Where a value lies between the limits. It repeats what is said in words.
enum Gauge {
  /// - Parameter style: the class of the zone of a value.
  static func html(_ large: LargeValue, style: (Double) -> String) -> HTML {
    guard let scale = Scale.of(large.quantity), large.sensor.limits != nil else { return .nothing }
    let limits = Judgement.limits(of: large.quantity, large.sensor.limits).filter { scale.range.contains($0) }
    let edges = [scale.range.lowerBound] + limits.sorted() + [scale.range.upperBound]
    let zones = zip(edges, edges.dropFirst()).html { from, to in
      let start = scale.part(of: from), end = scale.part(of: to)
      let isLarge = (end - start) * turn > 180 ? 1 : 0
      return """
        <path class="zone \(style((from + to) / 2))" d="M\(point(start))A\(radius) \(radius) 0 \(isLarge) 1 \(point(end))"/>
        """
    }
    let needle = place(scale.part(of: large.value))
    return """
      <svg class="gauge" viewBox="0 0 200 176" aria-hidden="true">\(zones)\
      <circle class="needle" cx="\(needle.x)" cy="\(needle.y)" r="10"/></svg>
      """
  }

  // A ring that is open below.
  private static let radius = 92
  private static let turn = 270.0

  /// - Parameter part: of the ring, from 0 to 1, clockwise.
  private static func place(_ part: Double) -> (x: Int, y: Int) {
    let angle = (135 + turn * part) * .pi / 180
    return (Int((100 + Double(radius) * cos(angle)).rounded()), Int((100 + Double(radius) * sin(angle)).rounded()))
  }

  private static func point(_ part: Double) -> String {
    let place = place(part)
    return "\(place.x) \(place.y)"
  }

  private struct Scale {
    let range: ClosedRange<Double>
    var isLogarithmic = false

    static func of(_ quantity: Quantity) -> Scale? {
      switch quantity {
      // From the air outside to the limit at work (specification of the gauge). By the logarithm, since half of the scale
      // would be above every limit.
      case .co2PartsPerMillion: Scale(range: 400...5000, isLogarithmic: true)
      // Our own choice: the hearts of a resting athlete and of a child that runs.
      case .heartRateBeatsPerMinute, .pulseBeatsPerMinute: Scale(range: 30...200)
      // Our own choice: lower values are all alike for who looks.
      case .oxygenSaturationPercent: Scale(range: 80...100)
      default: nil
      }
    }

    /// From 0 to 1.
    func part(of value: Double) -> Double {
      let held = min(max(value, range.lowerBound), range.upperBound)
      return isLogarithmic
        ? log(held / range.lowerBound) / log(range.upperBound / range.lowerBound)
        : (held - range.lowerBound) / (range.upperBound - range.lowerBound)
    }
  }
}

struct LargeValue {
  let sensor: SensorReport
  let quantity: Quantity
  let value: Double
}
