/// Which names of files the system of Lapwing's card takes for an update: those that lead to no other folder, and mean nothing to
/// a shell. The same characters as in `image/card/system/usr/lib/box/update`.
package enum UpdateName {
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
