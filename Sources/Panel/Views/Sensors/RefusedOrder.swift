import Control
import Web
import Words

/// What the box has refused, for the form that asked for it.
struct RefusedOrder: Sendable {
  /// Where the form was sent, and about which sensor.
  private let path: String
  private let address: String?
  let html: HTML

  init(_ error: any Error, _ request: PanelRequest) {
    (path, address) = (request.path, request.form["address"])
    html = Refusal(error).html(request.language)
  }

  func isOf(_ path: String, _ address: String? = nil) -> Bool { self.path == path && self.address == address }
}

extension RefusedOrder? {
  /// The sentence above the fields of its form; nothing for any other form.
  func complaint(_ path: String, _ address: String? = nil) -> HTML {
    guard let self, self.isOf(path, address) else { return .nothing }
    return "<p class=\"fault\" role=\"alert\" id=\"fault\">\(self.html)</p>"
  }

  /// The attributes of the field that it is about.
  func mark(_ path: String, _ address: String? = nil) -> HTML {
    guard let self, self.isOf(path, address) else { return .nothing }
    return " aria-invalid=\"true\" aria-describedby=\"fault\""
  }

  /// The attribute of `details` around its form, which is folded otherwise.
  func unfolded(_ paths: [String], _ address: String) -> HTML {
    guard let self, paths.contains(where: { self.isOf($0, address) }) else { return .nothing }
    return " open"
  }
}
