import Words

extension Tab {
  static let balance = Tab(path: "/balance", name: .balance)
}
