/// The comma of a number that a person or a program has written.
package enum DecimalComma {
  /// A number with a point for its decimal comma. One that may be thousands stays as it is, and is no number then.
  package static func pointed(_ text: String) -> String {
    mayBeThousands(text) ? text : text.replacing(",", with: ".")
  }

  /// Whether the commas may separate thousands, as in 1,250. In 0,125 they cannot.
  package static func mayBeThousands(_ text: String) -> Bool {
    let groups = text.drop { $0 == "-" || $0 == "+" }.split(separator: ",", omittingEmptySubsequences: false)
    return groups.count > 1 && (1...3).contains(groups[0].count) && groups[0] != "0"
      && groups.dropFirst().allSatisfy { $0.prefix { $0 != "." }.count == 3 }
  }
}
