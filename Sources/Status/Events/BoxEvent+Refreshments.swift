import Sessions

extension BoxEvent.Content {
  /// What has changed in what people drink and take.
  init(_ change: RefreshmentChange, total: UInt32) {
    self =
      switch change {
      case .drunk(let amount): .hydration(HydrationReport(.drunk, amount, total: total))
      case .drinkTakenBack(let amount): .hydration(HydrationReport(.takenBack, amount, total: total))
      case .caffeine: .caffeine(CaffeineReport(.taken))
      case .caffeineTakenBack: .caffeine(CaffeineReport(.takenBack))
      }
  }
}
