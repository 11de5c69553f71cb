import Readings

/// Asks one adapter after the other what it is, and takes the best that is allowed.
struct AdapterSearch: Sendable, Equatable {
  /// What comes next.
  enum Step: Equatable {
    /// Ask this one.
    case ask(UInt16)
    /// Take this one.
    case take(UInt16, ControllerInformation)
    /// There is none.
    case nothing
  }

  private struct Candidate: Equatable {
    var adapter: UInt16
    var information: ControllerInformation
  }

  private let choice: AdapterChoice
  /// One that did not come to itself is asked only where there is no other: it might not answer.
  private let avoided: UInt16?
  private var remaining: [UInt16]
  private var best: Candidate?

  /// - Parameters:
  ///   - adapters: the kernel's numbers.
  ///   - choice: which of them may be taken.
  ///   - avoided: one that is taken only for lack of another.
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

  /// Whether something is left to be done after one that has not answered.
  var isUnfinished: Bool { !remaining.isEmpty || best != nil }

  mutating func next() -> Step {
    if let following = remaining.first, best == nil || following != avoided { return .ask(remaining.removeFirst()) }
    return best.map { .take($0.adapter, $0.information) } ?? .nothing
  }

  /// One has answered. Newer versions of Bluetooth hear what older ones cannot, such as long advertisements. Of equals
  /// the first is taken.
  mutating func note(_ information: ControllerInformation, of adapter: UInt16) {
    guard information.supportsLowEnergy else { return }
    if case .address(let wanted) = choice, wanted != information.address { return }
    if let best, best.information.version >= information.version { return }
    best = Candidate(adapter: adapter, information: information)
  }
}
