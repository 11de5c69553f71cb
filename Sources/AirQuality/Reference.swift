import Glibc

/// The formulas of the specification, as a comparison: no estimate of Lapwing comes from them.
package enum Reference {
  package struct Part: Sendable {
    package let value: Double
    package let confidence: Double

    package init(value: Double, confidence: Double) {
      self.value = value
      self.confidence = confidence
    }
  }

  /// The five nearest within 100 km, of every age, by the inverse square of the distance.
  package static func station(_ network: AirNetwork, at place: Place, without left: Int? = nil) -> Part? {
    let near = network.nearest(5, to: place, within: 100, without: left)
    guard let first = near.first else { return nil }
    let values = near.map { max(network.observations[$0.index].concentration, 0) }
    let weights = near.map { pow($0.distance + 0.1, -2) }
    let value = zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 } / weights.reduce(0, +)
    let mean = values.reduce(0, +) / Double(values.count)
    let evenness = mean > 0 ? 1 - min(0.5, deviation(values) / mean) : 0
    return Part(
      value: value, confidence: 0.9 * exp(-first.distance / 25) * min(1, Double(values.count) / 3) * evenness)
  }

  package static func satellite(_ depth: Double, humidity: Double? = nil, age: Double = 0) -> Part {
    let factor = humidity.map { 1 + ($0 - 50) / 100 } ?? 1
    return Part(value: (120 * max(depth, 0) + 5) * factor, confidence: 0.75 * pow(0.5, max(0, age - 3) / 6))
  }

  package static func fusion(_ parts: [Part]) -> (value: Double, sigma: Double, confidence: Double)? {
    let sum = parts.reduce(0) { $0 + $1.confidence }
    guard sum > 0 else { return nil }
    let value = parts.reduce(0) { $0 + $1.confidence * $1.value } / sum
    let sigma = parts.count > 1 ? deviation(parts.map(\.value)) : 8.5
    let confidence = sum / Double(parts.count) + max(0, 0.15 - sigma / 50) + (parts.count == 3 ? 0.05 : 0)
    return (value, sigma, min(max(confidence, 0), 0.99))
  }

  /// A plain inverse distance in z over the stations that the estimate uses.
  package static func inverseDistance(_ network: AirNetwork, at place: Place, without left: Int? = nil) -> Double? {
    let used = network.used(at: place, without: left)
    let weights = used.map { 1 / ($0.distance + 0.1) }
    guard !used.isEmpty else { return nil }
    let sum = zip(weights, used).reduce(0) {
      $0 + $1.0 * LogScale.z(network.observations[$1.1.index].concentration)
    }
    return LogScale.concentration(sum / weights.reduce(0, +))
  }

  private static func deviation(_ values: [Double]) -> Double {
    guard values.count > 1 else { return 0 }
    let mean = values.reduce(0, +) / Double(values.count)
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)).squareRoot()
  }
}
