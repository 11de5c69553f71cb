/// Which names of files the system of Lapwing's card takes for an update: those that lead to no other folder, and mean nothing to
/// a shell. The same characters as in `image/card/system/usr/lib/box/update`.
package enum UpdateName {
  /// Whether an update is of a version above another one: numbers are compared one by one, as `sort -V` does for those that
  /// Lapwing has. `false` if the name has no version. The system reads the version that the update itself has signed.
  package static func isNewer(_ name: String, than version: String) -> Bool {
    guard let its = numbers(in: name), let other = numbers(version) else { return false }
    return other.lexicographicallyPrecedes(its)
  }

  /// Whether a name has a version, as those of `make bundle` do: lapwing-0.2.0-rpi-arm64.raucb.
  package static func tellsVersion(_ name: String) -> Bool { numbers(in: name) != nil }

  private static func numbers(in name: String) -> [Int]? {
    let words = name.split(separator: "-")
    guard words.count > 1, words[0] == "lapwing" else { return nil }
    return numbers(words[1])
  }

  private static func numbers(_ version: some StringProtocol) -> [Int]? {
    let numbers = version.split(separator: ".", omittingEmptySubsequences: false).map { word in
      (1...9).contains(word.utf8.count) && word.utf8.allSatisfy { (48...57).contains($0) } ? Int(word) : nil
    }
    return numbers.count == 3 && !numbers.contains(nil) ? numbers.compactMap(\.self) : nil
  }

  /// Whether a name has letters, digits, dots, hyphens and underscores of ASCII only, 1 to 200 of them.
  package static func isTaken(_ name: some StringProtocol) -> Bool {
    (1...200).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}
