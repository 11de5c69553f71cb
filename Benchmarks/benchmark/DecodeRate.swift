import Glibc
import Readings
import SensorProtocols

/// Measures how many messages one core decodes in a second of processor time, from raw bytes to a `Reading`.
enum DecodeRate {
  private static let rounds = 7
  /// The messages of each round: enough that the clock's resolution does not matter, few enough for all models.
  private static let mixedPerRound = 2_000_000
  private static let ofOneModelPerRound = 200_000

  /// Prints a line for all advertisements together, and one for each device: kind, rate, device.
  static func report(_ corpus: Corpus) {
    let advertisements = corpus.messages.filter { $0.characteristic == nil }
    print("mixed", perSecond(advertisements, corpus.bytes, mixedPerRound), "all", separator: "\t")
    let foreign = advertisements.filter(\.isForeign)
    print("foreign", perSecond(foreign, corpus.bytes, mixedPerRound), "all", separator: "\t")
    for kind in ["advertisement", "value"] {
      let sensors = corpus.messages.filter { !$0.isForeign && ($0.characteristic != nil) == (kind == "value") }
      for (device, messages) in Dictionary(grouping: sensors, by: \.device).sorted(by: { $0.key < $1.key }) {
        print(kind, perSecond(messages, corpus.bytes, ofOneModelPerRound), corpus.devices[device], separator: "\t")
      }
    }
  }

  /// The median of several rounds, in processor time, because these machines are shared.
  private static func perSecond(_ messages: [Corpus.Message], _ bytes: [UInt8], _ count: Int) -> Int {
    let passes = max(1, count / messages.count)
    let rates = (0..<rounds).map { _ in
      var quantities = 0
      var reading = Reading(model: .unknown)
      let began = processorSeconds()
      for _ in 0..<passes {
        for index in messages.indices {
          quantities += Corpus.quantities(of: messages[index], in: bytes.span.bytes, into: &reading)
        }
      }
      let seconds = processorSeconds() - began
      // The compiler may remove work whose result is not used.
      precondition(quantities >= 0)
      return Int(Double(passes * messages.count) / seconds)
    }
    return rates.sorted()[rounds / 2]
  }

  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
