import Glibc

/// The environment that the process was started with.
public enum ProcessEnvironment {
  /// A variable's value; `nil` where it is not set.
  public static func value(of name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
