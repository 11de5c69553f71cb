import FoundationEssentials
import Settings
import System
import Web
import Words

/// The news of a page, as server-sent events. Each is a heartbeat of the box, at least once a second, with the parts
/// that have changed since the last one; or it says that the box is lost. A browser that receives neither knows that
/// something on the way is broken.
enum EventStream {
  /// A stream ends after so long, and the browser comes again: no connection stays for ever.
  private static let longest: Int64 = 30 * 60 * 1000

  /// - Parameter parts: makes the parts of the page. Their text must be the same as long as
  ///   they say the same, and depend on language, units and role of the request alone.
  static func reply(
    _ request: PanelRequest, parts: @escaping @Sendable (PanelRequest, BoxPicture) -> [LivePart]
  ) -> Reply {
    let kind = LiveParts.Kind(
      path: request.path, language: request.language, units: request.units, mayChange: request.mayChange)
    // Some proxies hold events back unless a header forbids it.
    return Reply(
      .ok, [("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no")],
      .stream { writer in
        var sent: [String: HTML] = [:]
        try await writer.write("retry: 1000\n\n")
        for await _ in request.panel.feed.news() {
          let now = MonotonicClock.unixMilliseconds()
          // A visitor who is signed out receives no more.
          guard now - request.now < longest, isStillAllowed(request, at: now) else { return }
          switch request.panel.feed.state {
          case .answers(let picture):
            let all = request.panel.parts.parts(of: kind, for: picture.number) {
              parts(request, picture) + [BoxTitle.part(request, picture)]
            }
            let changed = all.filter { sent[$0.id] != $0.html }
            for part in changed { sent[part.id] = part.html }
            try await writer.write(event(picture, changed))
          case .lost(let since, _):
            sent = [:]
            try await writer.write("event: lost\ndata: \(request.clock(since))\n\n")
          }
        }
      })
  }

  private struct News: Encodable {
    let t: Double
    /// When it was written, by the clock of ``PulsePage``.
    let p: Int64
    let parts: [String: String]
  }

  private static func event(_ picture: BoxPicture, _ parts: [LivePart]) -> String {
    let texts = Dictionary(parts.map { ($0.id, $0.html.text) }) { first, _ in first }
    let data = try? JSONEncoder().encode(News(t: picture.seconds, p: PulsePage.now, parts: texts))
    // JSON has no line ends, which would end the event.
    return "event: box\ndata: \(data.map { String(decoding: $0, as: UTF8.self) } ?? "{}")\n\n"
  }

  private static func isStillAllowed(_ request: PanelRequest, at now: Int64) -> Bool {
    guard !request.isLocal, let token = request.token else { return true }
    return (try? request.panel.access.read())?.role(of: token, at: now) == request.role
  }
}
