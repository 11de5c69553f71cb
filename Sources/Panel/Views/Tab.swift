import Words

struct Tab: Sendable {
  let path: String
  let name: SharedWords
  let symbol: Symbol
}

extension Tab {
  static let balance = Tab(path: "/balance", name: .balance, symbol: .balance)
}
