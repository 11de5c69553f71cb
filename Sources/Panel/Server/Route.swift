import Settings
import Web

/// One thing that the panel answers. Who may ask for it is part of it, so that none can be without.
struct Route: Sendable {
  enum Access: Sendable, Equatable {
    /// Everybody who reaches the page: what is needed to enter, and nothing of the box; or what a signed link of a message
    /// allows.
    case everybody
    /// Programs that show the token of a reader (RFC 6750), and everyone who may look.
    case reader
    case role(Role)

    /// The least role of a visitor; `nil` for everybody.
    var role: Role? {
      switch self {
      case .everybody: nil
      case .reader: .look
      case .role(let role): role
      }
    }
  }

  typealias Handler = @Sendable (PanelRequest) async throws -> Reply

  let method: RawRequest.Method
  /// The parts of the path; one that begins with a colon is a parameter.
  let parts: [Substring]
  let access: Access
  /// The fields that a form may have; `nil` if the handler looks itself.
  var fields: Set<String>?
  let handler: Handler

  static func get(_ path: String, _ access: Access = .role(.look), _ handler: @escaping Handler) -> Route {
    Route(method: .get, parts: path.split(separator: "/"), access: access, handler: handler)
  }

  /// A form.
  /// - Parameter fields: those that it may have. One with another field is refused, since it was made for another page.
  static func post(
    _ path: String, _ access: Access = .role(.change), fields: Set<String>? = nil, _ handler: @escaping Handler
  ) -> Route {
    Route(method: .post, parts: path.split(separator: "/"), access: access, fields: fields, handler: handler)
  }

  func parameters(of path: String) -> [String: String]? {
    let given = path.split(separator: "/")
    guard given.count == parts.count else { return nil }
    var parameters: [String: String] = [:]
    for (part, text) in zip(parts, given) {
      if part.hasPrefix(":") {
        guard let text = FormFields.decoded(text) else { return nil }
        parameters[String(part.dropFirst())] = text
      } else if part != text {
        return nil
      }
    }
    return parameters
  }
}

/// A page of the panel: a file in `Views`, its texts in `Texts`, and a line in ``PanelPages``.
protocol PanelPage: Sendable {
  static var routes: [Route] { get }
  /// Its place among the tabs; `nil` if it has none.
  static var tab: Tab? { get }
}

extension PanelPage {
  static var tab: Tab? { nil }
}
