import CLinux

/// What must be done before anything else in a process.
public enum ProcessStart {
  /// Makes name look-ups of a static binary safe. Call it first thing in main.
  public static func prepare() { _ = clinux_use_builtin_name_lookups() }
}
