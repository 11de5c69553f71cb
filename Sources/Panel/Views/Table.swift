import Web

/// A table that a phone shows as a card for each row, with the title of its column above each value.
struct Table {
  struct Row {
    let heading: HTML
    let cells: [HTML]
    /// A class, such as one with a colour.
    var style: String?
  }

  /// What it is, for those who do not see it.
  let label: String
  /// The titles; the first is that of the headings.
  let columns: [String]
  let rows: [Row]

  var html: HTML {
    let head = columns.html { $0.isEmpty ? "<td></td>" : "<th scope=\"col\">\($0)</th>" }
    return """
      <div class="scroll" tabindex="0" role="region" aria-label="\(label)"><table class="stack"><thead><tr>\(head)</tr></thead>\
      <tbody>\(rows.html(line))</tbody></table></div>
      """
  }

  private func line(_ row: Row) -> HTML {
    let cells = zip(columns.dropFirst(), row.cells).html { name, cell in "<td data-n=\"\(name)\">\(cell)</td>" }
    let style: HTML = row.style.map { " class=\"\($0)\"" } ?? .nothing
    return "<tr\(style)><th scope=\"row\">\(row.heading)</th>\(cells)</tr>"
  }
}
