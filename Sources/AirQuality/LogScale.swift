import Glibc

/// The scale on which errors are alike: the logarithm, moved so that 0 to 4 µg/m³, where instruments count little, weigh little.
package enum LogScale {
  package static let shift = 5.0

  package static func z(_ concentration: Double) -> Double { log(max(concentration, 0) + shift) }

  package static func concentration(_ z: Double) -> Double { max(0, exp(z) - shift) }
}
