import Glibc

/// Ratios of amplitudes in decibels.
package enum Decibels {
  /// Of an amplitude ratio.
  package static func of(_ ratio: Double) -> Double { 20 * log10(ratio) }
}
