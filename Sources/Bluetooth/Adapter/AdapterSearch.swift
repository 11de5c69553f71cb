import Readings

/// Asks the adapters one after another for their descriptions and selects the best allowed one.
struct AdapterSearch: Sendable, Equatable {
  enum Step: Equatable {
    case ask(UInt16)
    case take(UInt16, ControllerInformation)
    case nothing
  }

  private struct Candidate: Equatable {
    var adapter: UInt16
    var information: ControllerInformation
  }

  private let choice: AdapterChoice
  /// An adapter that did not recover. It is asked only if there is no other, because it might not answer.
  private let avoided: UInt16?
  private var remaining: [UInt16]
  private var best: Candidate?

  /// - Parameters:
  ///   - adapters: the kernel's numbers.
  ///   - avoided: an adapter that is used only if there is no other.
  init(among adapters: some Collection<UInt16>, _ choice: AdapterChoice, avoiding avoided: UInt16?) {
    self.choice = choice
    self.avoided = avoided
    if case .index(let wanted) = choice {
      remaining = adapters.filter { $0 == wanted }
    } else {
      let sorted = adapters.sorted()
      remaining = sorted.filter { $0 != avoided } + sorted.filter { $0 == avoided }
    }
  }

  /// Whether the search can go on after an adapter that has not answered.
  var isUnfinished: Bool { !remaining.isEmpty || best != nil }

  mutating func next() -> Step {
    if let following = remaining.first, best == nil || following != avoided { return .ask(remaining.removeFirst()) }
    return best.map { .take($0.adapter, $0.information) } ?? .nothing
  }

  /// Records the description of an adapter. A newer version of Bluetooth receives more, such as long advertisements.
  /// Among equals the first one is used.
  mutating func note(_ information: ControllerInformation, of adapter: UInt16) {
    guard information.supportsLowEnergy else { return }
    if case .address(let wanted) = choice, wanted != information.address { return }
    if let best, best.information.version >= information.version { return }
    best = Candidate(adapter: adapter, information: information)
  }
}
