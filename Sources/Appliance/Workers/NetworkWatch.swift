import Alarms
import Control
import Engine
import Monitor
import Readings
import System

/// Asks the system of Lapwing's card for the network that is chosen at the buttons, and answers with beeps. It also
/// reports to the loop what the system does, also if the request came from elsewhere. On a thread of its own, because
/// the system may take seconds.
final class NetworkWatch: OutputConsumer {
  /// An order whose end a person at the box waits for.
  private struct Awaited {
    let mode: NetworkMode
    let number: String
    let until: Instant
  }

  private let request: NetworkRequest?
  private let inward: Inbox
  private let clock: MonotonicClock
  private var mode: NetworkMode?
  private var awaited: Awaited?

  /// How long the system may take: as long as box-network.service may, twice, since one order waits for the end of the one before. In
  /// the emulator an order takes half a minute.
  static let patience = Duration.seconds(245)

  /// - Parameter request: `nil` for a box that plays a recording, whose buttons change no network.
  init(_ request: NetworkRequest?, inward: Inbox, clock: MonotonicClock) {
    self.request = request
    self.inward = inward
    self.clock = clock
  }

  func receive(_ batch: [TimedOutput]) {
    let state = request?.state
    if let state, state.mode != mode, inward.post(.network(state.mode)) { mode = state.mode }
    if let awaited { answer(awaited, state) }
    for case .networkWanted(let wish) in batch.map(\.record) { ask(wish, state) }
  }

  func finish() {}

  private func ask(_ wish: NetworkWish, _ state: NetworkRequest.State?) {
    let wanted: NetworkMode =
      switch wish {
      case .flightMode: state?.mode == .flight ? .normal : .flight
      case .hotSpot: .hotSpot
      }
    // Who waits and presses again does not want it undone.
    if let awaited, awaited.mode != .hotSpot {
      inward.post(.note("flight mode is being switched already; five beeps say that it is on, six that it is off"))
      return
    }
    guard let request, state != nil else {
      return refuse(wanted, "this box was not started from Lapwing's card")
    }
    let number = String(UInt32.random(in: .min ... .max))
    do throws(LapwingError) {
      try request.ask(wanted, number: number)
      awaited = Awaited(mode: wanted, number: number, until: clock.now.advanced(by: Self.patience))
    } catch {
      refuse(wanted, error.message)
    }
  }

  private func answer(_ order: Awaited, _ state: NetworkRequest.State?) {
    if let state, state.order == order.number {
      awaited = nil
      guard state.mode == order.mode else { return refuse(order.mode, state.refusal ?? "the system did not do it") }
      if let refusal = state.refusal { inward.post(.note(refusal)) }
      inward.post(.event(.beeps(Self.beeps(for: order.mode))))
    } else if order.until <= clock.now {
      awaited = nil
      refuse(order.mode, "the system does not answer")
    }
  }

  /// A person who holds A and C wants a code first; beeps say if there is none. That no hot spot opens is only logged.
  private func refuse(_ wanted: NetworkMode, _ reason: String) {
    switch wanted {
    case .hotSpot: if request?.state != nil { inward.post(.note("no hot spot: \(reason)")) }
    case .flight, .normal:
      inward.post(.note("flight mode is not switched: \(reason)"))
      inward.post(.event(.beeps(BeepCount.refused)))
    }
  }

  private static func beeps(for mode: NetworkMode) -> UInt8 {
    switch mode {
    case .flight: BeepCount.flightMode
    case .normal: BeepCount.flightModeOff
    case .hotSpot: BeepCount.done
    }
  }
}
