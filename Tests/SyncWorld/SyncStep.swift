import Sync

/// What happens to one device or to the server, at one moment.
package struct SyncStep: Codable, Sendable {
  package enum Kind: String, Codable, Sendable, CaseIterable {
    /// A person makes a file, edits a value, marks a file as deleted or no longer, removes it.
    case create, edit, delete, restore, remove
    /// The program compares the folder with what it knows.
    case read
    /// A request leaves, comes to the server, is lost; its answer comes back, is lost.
    case send, serve, receive, loseRequest = "lose-request", loseAnswer = "lose-answer"
    /// A file gets what was received; `half`: and the program ends before it has noted that.
    case write, half
    /// The clock of a device jumps by `number` ms.
    case clock
    /// A copy of the server is made; the server is set back to it.
    case backup, rollback
  }

  package let kind: Kind
  package let device: Int
  /// Which file, counted in the order of their names, or how far the clock jumps.
  package let number: Int64
  package let field: String
  /// The value, or the UUID of a new record, or a random number of the server.
  package let text: String
}

/// Random histories. The same seed gives the same one.
package struct SyncHistory: Sendable {
  package static let devices = 3, fields = ["a", "b", "name"]
  package let steps: [SyncStep]

  /// - Parameters:
  ///   - clocks: whether clocks are wrong.
  ///   - rolls: whether the server is set back to an older copy.
  package init(seed: UInt64, clocks: Bool = true, rolls: Bool = true) {
    var random = SplitMix(state: seed), steps: [SyncStep] = [], number = 0
    let length = Int.random(in: 8...50, using: &random)
    func add(_ kind: SyncStep.Kind, _ device: Int, _ number: Int64 = 0, _ field: String = "", _ text: String = "") {
      steps.append(SyncStep(kind: kind, device: device, number: number, field: field, text: text))
    }
    for _ in 0..<length {
      let device = Int.random(in: 0..<Self.devices, using: &random), draw = Int.random(in: 0..<100, using: &random)
      let pick = Int64.random(in: 0..<6, using: &random)
      number += 1
      switch draw {
      case ..<4: add(.create, device, 0, "", SyncID.random(using: &random).text)
      case ..<28:
        add(.edit, device, pick, Self.fields[Int.random(in: 0..<Self.fields.count, using: &random)], "v\(number)")
      case ..<31: add(.delete, device, pick)
      case ..<33: add(.restore, device, pick)
      case ..<35: add(.remove, device, pick)
      case ..<38: add(.read, device)
      case ..<56:
        // An exchange that mostly gets through.
        add(.send, device)
        add(.serve, device, 0, "", "\(UInt32.random(in: 1 ... .max, using: &random))")
        add(pick == 0 ? .loseAnswer : .receive, device)
        for file in 0..<pick { add(file == 4 ? .half : .write, device, 0) }
      case ..<64: add(.send, device)
      case ..<72: add(.serve, device, 0, "", "\(UInt32.random(in: 1 ... .max, using: &random))")
      case ..<82: add(.receive, device)
      case ..<84: add(.loseRequest, device)
      case ..<87: add(.loseAnswer, device)
      case ..<94: add(.write, device, pick)
      case ..<96: add(.half, device, pick)
      case ..<98:
        let years = Int64.random(in: -30...70, using: &random)
        if clocks { add(.clock, device, years * 31_557_600_000) }
      case ..<99: if rolls { add(.backup, 0) }
      default: if rolls { add(.rollback, 0) }
      }
    }
    self.steps = steps
  }
}

/// SplitMix64 (Vigna 2015).
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
