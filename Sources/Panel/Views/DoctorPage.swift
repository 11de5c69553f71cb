import Control
import Status
import Web
import Words

/// What the doctor finds, in its own sentences: each says what to do. The running box looks, with its own rights; without
/// one it is the command `lapwing doctor`.
enum DoctorPage: PanelPage {
  static let routes = [
    Route.get("/doctor") { request in
      if let findings = try? await request.panel.ask(.doctor).findings, !findings.isEmpty {
        return .page(page(request, findings, byBox: true))
      }
      let output = try await request.panel.command { program in
        // 69: it has found something, and says so.
        try program.output(["doctor"], good: [0, 69], most: 1 << 16)
      }
      let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
      return .page(page(request, lines.compactMap { DoctorFinding(line: $0) }, byBox: false))
    }
  ]

  /// - Parameter byBox: whether the running box has looked. Otherwise it may be that no one is watched.
  private static func page(_ request: PanelRequest, _ findings: [DoctorFinding], byBox: Bool) -> HTML {
    func text(_ words: DoctorWords) -> String { words.text(request.language) }
    let bad = findings.filter { !$0.isGood }
    let items = (bad + findings.filter(\.isGood)).html { finding in
      """
      <article class="card \(finding.isGood ? "good" : "high")"><span class="badge">\
      \(text(finding.isGood ? .good : .bad))</span> \(said(finding, request.language))</article>
      """
    }
    let silent: HTML = byBox ? .nothing : "<p class=\"fault\" role=\"alert\">\(text(.silent))</p>"
    let sum: DoctorWords? = !bad.isEmpty ? .found("\(bad.count)") : byBox ? .allGood : nil
    return Layout(request: request, title: text(.title)).page(
      """
      <h1>\(text(.title))</h1>\(silent)<p>\(sum.map(text) ?? "")</p>\
      <p class="asof">\(text(.looked(request.clock(request.now))))</p>
      \(items)<p><a class="button" href="/doctor">\(text(.again))</a></p>
      """)
  }
}

extension DoctorPage {
  /// In another language the sentence of the doctor follows: it has the names and numbers.
  private static func said(_ finding: DoctorFinding, _ language: Language) -> HTML {
    switch language {
    case .english: return "<b>\(finding.part)</b><p>\(finding.sentence)</p>"
    case .korean:
      let sentence: HTML = "<p lang=\"en\" class=\"small\">\(finding.sentence)</p>"
      guard let words = DoctorPartWords(rawValue: finding.part)?.korean else {
        return "<b lang=\"en\">\(finding.part)</b>\(sentence)"
      }
      return "<b>\(words.name)</b><p>\(finding.isGood ? words.good : words.bad)</p>\(sentence)"
    }
  }
}

extension DoctorFinding {
  /// - Parameter line: of the command, such as `BAD   lines: /dev/gpiochip0 …`.
  init?(line: some StringProtocol) {
    guard let mark = line.split(separator: " ").first, mark == "good" || mark == "BAD" else { return nil }
    let rest = line.dropFirst(mark.count).drop { $0 == " " }
    let parts = rest.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    self.init(part: String(parts[0]), isGood: mark == "good", sentence: String(parts[1].drop { $0 == " " }))
  }
}
