/// What `lapwing doctor` finds, in its own sentences: each says what to do. It is a command of its own, so that a part that
/// hangs does not hold the page up.
enum DoctorPage: PanelPage {
  static let routes = [
    Route.get("/doctor") { request in
      let output = try await request.panel.command { program in
        // 69: it has found something, and says so.
        try program.output(["doctor"], good: [0, 69], most: 1 << 16)
      }
      return .page(page(request, String(decoding: output, as: UTF8.self)))
    }
  ]

  /// A part of the box and its state.
  struct Finding: Equatable {
    let isGood: Bool
    let part: String
    let sentence: String

    /// - Parameter line: such as `BAD   lines: /dev/gpiochip0 …`.
    init?(_ line: some StringProtocol) {
      guard let mark = line.split(separator: " ").first, mark == "good" || mark == "BAD" else { return nil }
      let rest = line.dropFirst(mark.count).drop { $0 == " " }
      let parts = rest.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      isGood = mark == "good"
      part = String(parts[0])
      sentence = String(parts[1].drop { $0 == " " })
    }
  }

  private static func page(_ request: PanelRequest, _ output: String) -> HTML {
    func text(_ words: DoctorWords) -> String { words.text(request.language) }
    let findings = output.split(separator: "\n").compactMap { Finding($0) }
    let bad = findings.filter { !$0.isGood }
    let items = (bad + findings.filter(\.isGood)).html { finding in
      """
      <article class="card \(finding.isGood ? "good" : "high")"><span class="badge">\
      \(text(finding.isGood ? .good : .bad))</span> <b lang="en">\(finding.part)</b>
      <p lang="en">\(finding.sentence)</p></article>
      """
    }
    return Layout(request: request, title: text(.title)).page(
      """
      <h1>\(text(.title))</h1><p>\(text(bad.isEmpty ? .allGood : .found("\(bad.count)")))</p>
      \(items)<p><a class="button" href="/doctor">\(text(.again))</a></p>
      """)
  }
}
