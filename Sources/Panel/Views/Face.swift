import Web

/// The first letter of a person's name in a circle, so that one finds a person at a glance. The name stands beside it.
enum Face {
  static func html(_ person: String?) -> HTML {
    guard let first = person?.first else { return .nothing }
    return "<span class=\"face\" aria-hidden=\"true\">\("\(first)".uppercased())</span> "
  }
}
