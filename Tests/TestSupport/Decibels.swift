import Glibc

/// Ratios of amplitudes in decibels.
public enum Decibels {
  /// Of an amplitude ratio.
  public static func of(_ ratio: Double) -> Double { 20 * log10(ratio) }
}
