import Glibc

/// Converts ratios of amplitudes to decibels.
package enum Decibels {
  package static func of(_ ratio: Double) -> Double { 20 * log10(ratio) }
}
