import Words

/// A tab at the top of every page.
struct Tab: Sendable {
  let path: String
  let name: SharedWords
}

extension Tab {
  static let balance = Tab(path: "/balance", name: .balance)
}
