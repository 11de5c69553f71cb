/// How a server of the specified protocol names stations and tanks, where it means the same place by another name, or another place by
/// the same name (004 and the server's own aircraft). What is not here is not guessed.
package struct StationTable: Sendable {
  /// Their name for each of ours.
  private let theirs: [String: String]

  /// - Returns: `nil` for a type that the server does not have, or has otherwise.
  package init?(aircraft: String) {
    switch aircraft {
    case "cessna-172m":
      theirs = Self.same(["load front-seats", "load rear-seats", "load baggage-1", "load baggage-2", "fuel main-fuel"])
    // Its rear seats are our middle ones. Its baggage is at 142 in and ours at 170 in.
    case "bonanza-a36":
      theirs = [
        "load front-seats": "load front-seats", "load middle-seats": "load rear-seats",
        "fuel main-fuel": "fuel main-fuel",
      ]
    // One baggage compartment and one tank there are two each here.
    case "cherokee-six-pa32": theirs = Self.same(["load front-seats", "load middle-seats", "load rear-seats"])
    // Two seats of pilots there are one station here; the rows are others. (An older table has another datum, and other names.)
    case "navajo-chieftain-pa31":
      theirs = [
        "load nose-baggage": "load fwd-baggage", "load aft-baggage": "load rear-baggage",
        "fuel inboard-fuel": "fuel main-fuel",
        "fuel outboard-fuel": "fuel aux-fuel",
      ]
    default: return nil
    }
  }

  private static func same(_ names: [String]) -> [String: String] {
    Dictionary(uniqueKeysWithValues: names.map { ($0, $0) })
  }

  package func theirs(of field: String) -> String? { theirs[field] }
  package func ours(of field: String) -> String? { theirs.first { $0.value == field }?.key }
}
