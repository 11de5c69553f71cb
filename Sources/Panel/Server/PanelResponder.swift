import Readings
import Settings
import Status
import System
import Web
import Words

/// Answers every request: checks the name of the host, finds the route, checks who asks and from where, and calls the
/// handler. Every answer gets the fields of ``SafeFields``.
struct PanelResponder: Sendable {
  let panel: PanelServices
  let hosts: HostNames
  /// The certificate with which the page is served; `nil` for HTTP alone.
  private let certificate: PanelCertificate?
  private let count: ConnectionCount
  private let routes = PanelPages.routes

  init(panel: PanelServices, certificate: PanelCertificate? = nil, count: ConnectionCount = ConnectionCount()) {
    self.panel = panel
    self.certificate = certificate
    self.count = count
    hosts = HostNames(
      host: panel.name, others: (certificate?.names ?? []) + [panel.configuration.linkAddress?.host].compactMap(\.self))
  }

  /// - Parameters:
  ///   - now: milliseconds since 1970.
  ///   - port: of the page, for a request at another port.
  func answer(_ request: RawRequest, at now: Int64, elsewhere port: Int? = nil) async -> Reply {
    var reply = await reply(to: request, at: now, elsewhere: port)
    for (name, value) in SafeFields.all { reply.add(name, value) }
    if request.isSecure, let certificate, !certificate.isOwn, certificate.isInForce(at: now) {
      reply.add(SafeFields.transport.0, SafeFields.transport.1)
    }
    return reply.compressed(accepted: request.fields["accept-encoding"])
  }

  private func reply(to request: RawRequest, at now: Int64, elsewhere port: Int?) async -> Reply {
    let cookies = request.fields["cookie"]
    let language = Language(
      chosen: Cookies.value(of: Cookies.language, in: cookies), accepted: request.fields["accept-language"])
    func refuse(_ status: Reply.Status, _ words: AccessWords) -> Reply { .sentence(status, words.text(language)) }
    let host = request.fields["host"] ?? ""
    // Two programs on the way could each believe another one.
    guard !request.hasTwoHosts else { return refuse(.badRequest, .badForm) }
    guard hosts.allow(host) else { return refuse(.misdirected, .badHost) }
    let needsTLS = certificate != nil && !request.isSecure && !(request.peer.map(InternetAddress.isLoopback) ?? false)
    if needsTLS || port != nil {
      // A person who listens has read a form by then; it is not sent again.
      guard request.method != .post else { return refuse(.forbidden, .needsTLS) }
      // What follows a host without a slash could make another host of it: box@evil.example.
      guard request.target.hasPrefix("/") else { return refuse(.badRequest, .badForm) }
      let place = port.map { "\(HostNames.withoutPort(host)):\($0)" } ?? host
      return .seeOther("\(needsTLS ? "https" : "http")://\(place)\(request.target)")
    }
    var form = FormFields()
    if request.method == .post {
      guard SameOrigin.allows(site: request.fields["sec-fetch-site"], origin: request.fields["origin"], host: host)
      else { return refuse(.forbidden, .otherOrigin) }
      guard let text = String(validating: request.body, as: UTF8.self) else { return refuse(.badRequest, .noText) }
      let type = request.fields["content-type"] ?? ""
      if type.lowercased().hasPrefix("multipart/") {
        guard let fields = MultipartForm.fields(text, type: type) else { return refuse(.badRequest, .noText) }
        form = fields
      } else {
        form = FormFields(text)
      }
    }
    let found = routes.lazy.compactMap { route in
      route.method == (request.method == .head ? .get : request.method)
        ? route.parameters(of: request.path).map { (route: route, parameters: $0) } : nil
    }.first
    let token = Cookies.value(of: Cookies.visitor(isSecure: request.isSecure), in: cookies)
    let isLocal = isLocal(request)
    let isReader = found?.route.access == .reader ? isReader(request.fields["authorization"]) : nil
    guard isLocal || isReader != false else {
      var reply = refuse(.unauthorized, .noReader)
      reply.add("WWW-Authenticate", "Bearer")
      return reply
    }
    let role = isLocal ? .change : isReader == true ? .look : role(of: token, at: now)
    if !isLocal, role != nil, let peer = request.peer { count.know(peer) }
    return await reply(
      to: PanelRequest(
        panel: panel, parameters: found?.parameters ?? [:], query: FormFields(request.query), form: form,
        path: request.path, address: address(of: request), language: language,
        chosenUnits: Cookies.value(of: Cookies.units, in: cookies).flatMap(ShownUnits.init(rawValue:)),
        colours: Cookies.value(of: Cookies.colours, in: cookies).flatMap(ShownColours.init(rawValue:)) ?? .usual,
        role: role, token: token,
        isLocal: isLocal, isSecure: request.isSecure, peer: peer(of: request),
        accepted: request.fields["accept"] ?? "", now: now),
      by: found?.route)
  }

  private func reply(to request: PanelRequest, by route: Route?) async -> Reply {
    func text(_ words: AccessWords) -> String { words.text(request.language) }
    guard let route else {
      // A stranger learns nothing, not even what there is.
      guard request.role != nil else { return .seeOther("/enter") }
      let methods = routes.filter { $0.parameters(of: request.path) != nil }.map(\.method)
      guard methods.isEmpty else {
        return notAllowed(
          (methods.contains(.get) ? ["GET", "HEAD"] : []) + (methods.contains(.post) ? ["POST"] : []), request.language)
      }
      return .page(FaultPage.notFound(request), .notFound)
    }
    if let needed = route.access.role {
      guard let role = request.role else { return .seeOther("/enter") }
      guard role >= needed else {
        return .page(FaultPage.page(request, title: text(.fault), sentence: "\(text(.mayNot))"), .forbidden)
      }
    }
    guard !request.form.isBroken, route.fields.map(request.form.names.isSubset) ?? true else {
      return FaultPage.badForm(request)
    }
    do {
      return try await route.handler(request)
    } catch let error as LapwingError where error.code == ProgramPlaces.full.code {
      var reply = Reply.page(FaultPage.page(request, error), .unavailable)
      reply.add("Retry-After", "\(ProgramPlaces.comeAgain)")
      return reply
    } catch let error as LapwingError {
      return .page(FaultPage.page(request, error), Reply.Status(error))
    } catch {
      panel.journal("\(request.path): \(error)")
      return .page(FaultPage.page(request, title: text(.fault), sentence: "\(text(.unexpected))"), .fault)
    }
  }

  private func address(of request: RawRequest) -> String? {
    // What is too long to be written into every page again is left out.
    guard request.method == .post else { return request.target.utf8.count <= 2000 ? request.target : request.path }
    return routes.contains { $0.method == .get && $0.parameters(of: request.path) != nil } ? request.path : nil
  }

  /// - Parameter methods: with which it can be asked for (RFC 9110, 15.5.6).
  private func notAllowed(_ methods: [String], _ language: Language) -> Reply {
    var reply = Reply.sentence(.notAllowed, AccessWords.notAllowed.text(language))
    reply.add("Allow", methods.joined(separator: ", "))
    return reply
  }

  /// Whether someone at this machine asks. A proxy on it passes on what others ask, and says so.
  private func isLocal(_ request: RawRequest) -> Bool {
    let isPassedOn = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"].contains {
      request.fields[$0] != nil
    }
    return !isPassedOn && (request.peer.map(InternetAddress.isLoopback) ?? false)
  }

  /// Whose wrong codes count together. A proxy on this machine says for whom it asks.
  private func peer(of request: RawRequest) -> String {
    let peer = request.peer ?? ""
    guard InternetAddress.isLoopback(peer) else { return NetworkVisitor.of(peer) }
    let told = request.fields["x-real-ip"] ?? request.fields["x-forwarded-for"] ?? request.fields["forwarded"] ?? peer
    return String(told.prefix(60))
  }

  /// Whether a program shows the token of a reader (RFC 6750); `nil` if it shows none.
  private func isReader(_ authorization: String?) -> Bool? {
    authorization.map { text in
      let parts = text.split(separator: " ")
      guard parts.count == 2, parts[0].lowercased() == "bearer" else { return false }
      return (try? panel.access.read())?.isReader(String(parts[1])) ?? false
    }
  }

  private func role(of token: String?, at now: Int64) -> Role? {
    token.flatMap { token in (try? panel.access.read())?.role(of: token, at: now) }
  }
}

extension Reply.Status {
  /// The status for an error of the box. The sentence says what is wrong; this is for programs.
  init(_ error: LapwingError) {
    if error.code == LapwingError.badFormCode {
      self = .badRequest
      return
    }
    self =
      switch error.status {
      case .usage, .badData, .configuration: .unusable
      case .noInput: .notFound
      case .noPermission: .forbidden
      case .unavailable, .tryAgain: .unavailable
      case .done, .inputOutput: .fault
      }
  }
}

extension LapwingError {
  static let badFormCode = "bad-form"

  /// A form or an address that this page has not made: nothing in it is guessed (400).
  static func badForm(_ sentence: String) -> LapwingError { LapwingError(.usage, code: badFormCode, sentence) }
}
