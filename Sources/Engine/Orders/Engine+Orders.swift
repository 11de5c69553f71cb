import Alarms
import Monitor
import Readings
import Sessions

/// Orders from the control socket about alarms and persons. The rules themselves carry out or refuse each order,
/// because a copy of their state could be out of date.
extension Engine {
  package mutating func carryOut(
    _ order: Event, at instant: Instant, into outputs: inout [TimedOutput]
  ) -> OrderAnswer {
    step(to: instant, isIncluded: false, &outputs)
    if let refusal = refusal(of: order) { return .refused(refusal) }
    handle(.event(order), at: instant, into: &outputs)
    return .done(notices(on: order))
  }

  /// Why an order cannot be about anything now; `nil` if it can.
  func refusal(of order: Event) -> LapwingError? {
    switch order {
    case .silence where !monitor.isSounding:
      LapwingError(.usage, code: "not-sounding", "nothing sounds; name the condition to acknowledge")
    case .pause where !monitor.isSounding: LapwingError(.usage, code: "not-sounding", "nothing sounds")
    case .acknowledge(let condition) where !monitor.isShown(condition):
      LapwingError(.usage, code: "not-present", "\(condition.name) is not present")
    case .reset(let condition) where !monitor.isLatched(condition):
      LapwingError(.usage, code: "not-latched", "no sound of \(condition?.name ?? "any alarm") is latched")
    case .endSession where !monitor.hasSession, .drink where !monitor.hasSession, .undoDrink where !monitor.hasSession,
      .caffeine where !monitor.hasSession, .undoCaffeine where !monitor.hasSession:
      Self.noSession
    case .drink where monitor.refreshments.isFull:
      LapwingError(
        .usage, code: "too-many-drinks",
        "\(Refreshments.most) drinks are recorded in this session; is a program repeating its order?")
    case .undoDrink where monitor.refreshments.latestAt == nil:
      LapwingError(.usage, code: "no-drink", "no drink is recorded in this session, so none can be taken back")
    case .undoCaffeine where monitor.refreshments.caffeineAt == nil:
      LapwingError(.usage, code: "no-caffeine", "no caffeine is recorded in this session, so none can be taken back")
    default: nil
    }
  }

  /// What a person should know about an order that was carried out.
  private func notices(on order: Event) -> [OrderNotice] {
    let total = Int(monitor.refreshments.millilitres)
    return switch order {
    case .drink(let millilitres): [.drinkNoted(millilitres: Int(millilitres), total: total)]
    case .undoDrink: [.drinkTakenBack(total: total)]
    case .caffeine: [.caffeineNoted]
    case .undoCaffeine: [.caffeineTakenBack]
    default: []
    }
  }

  static let noSession = LapwingError(
    .usage, code: "no-session",
    "no session is running; start one with lapwing session start or a long press of button B")

  /// Puts a person on standby for some time.
  /// - Parameters:
  ///   - person: the person; `nil` for every person whose heart rate is not received.
  ///   - hours: the time, see ``Standby/time(hours:)``.
  package mutating func standBy(
    _ person: PersonIndex?, hours: Double, at instant: Instant, into outputs: inout [TimedOutput]
  ) -> OrderAnswer {
    guard let time = Standby.time(hours: hours) else {
      return .refused(LapwingError(.usage, code: "bad-hours", "the hours of a standby are \(Standby.allowedHours)"))
    }
    step(to: instant, isIncluded: false, &outputs)
    let hearts = monitor.hearts(of: person, at: self.instant)
    guard let first = hearts.first else { return .refused(Standby.noSensor(of: person.flatMap(name))) }
    let received = hearts.first(where: \.isReceived)
    guard !hearts.allSatisfy(\.isReceived) else { return .refused(refusal(of: received ?? first)) }
    handle(.standby(person, time), at: instant, &outputs)
    let whose =
      person.flatMap(name)
      ?? (received == nil ? "everybody" : "everybody whose heart rate is not received")
    return .done([.standby(whose: whose, hours: hours)])
  }

  private func refusal(of heart: Monitor.Heart) -> LapwingError {
    let address = registry.sensor(at: heart.sensor)?.address.description ?? "a sensor"
    return Standby.isReceived(name(heart.person) ?? "the wearer of \(address)", by: address)
  }

  private func name(_ person: PersonIndex) -> String? {
    persons.indices.contains(Int(person.position)) ? persons[Int(person.position)] : nil
  }
}
