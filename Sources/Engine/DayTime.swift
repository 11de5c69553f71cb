import Readings

/// Times of the local day, in minutes from 0 to 1439, and their text form.
package enum DayTime {
  package static let minutesInDay = 24 * 60

  /// Hours and minutes, such as 22:00.
  package static func text(_ minutes: Int) -> String {
    "\((minutes / 60).digits(2)):\((minutes % 60).digits(2))"
  }

  /// - Parameter text: hours and minutes, such as 22:00 or 7:00. A number alone is refused: YAML reads 1320 as 22:00,
  ///   and many people read it as 13:20.
  package static func minutes(_ text: some StringProtocol) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
      parts.allSatisfy({ $0.allSatisfy { ("0"..."9").contains($0) } }), let hour = Int(parts[0]),
      let minute = Int(parts[1]), hour < 24, minute < 60
    else { return nil }
    return 60 * hour + minute
  }
}
