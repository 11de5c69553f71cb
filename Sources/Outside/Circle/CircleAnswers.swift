import Readings
import Synchronization

/// Carries the answers that come by one channel to the circle. One that the disk does not take is tried again: the person who gave
/// it believes that the others know.
final class CircleAnswers: Sendable {
  private struct Answer: Equatable {
    let id: String
    let word: ReplyWord
  }

  private struct State {
    var waiting: [Answer] = []
    var said: String?
  }

  private let desk: CircleDesk
  private let channel: String
  private let log: @Sendable (String) -> Void
  /// Receives the answers that belong to no message of the circle.
  private let others: @Sendable (String) -> Void
  private let state = Mutex(State())

  private static let triesEvery = Duration.seconds(5)

  init(
    _ desk: CircleDesk, channel: String, log: @escaping @Sendable (String) -> Void,
    others: @escaping @Sendable (String) -> Void
  ) {
    (self.desk, self.channel, self.log, self.others) = (desk, channel, log, others)
  }

  func receive(answerTo id: String, _ word: ReplyWord = .haveIt) {
    let answer = Answer(id: id, word: word)
    state.withLock { if !$0.waiting.contains(answer) { $0.waiting.append(answer) } }
    tryAgain()
  }

  func tryAgain() {
    state.withLock { state in
      state.waiting.removeAll { answer in
        let id = answer.id
        do throws(LapwingError) {
          if let outcome = try desk.answer(id, answer.word, by: channel) { log(outcome) } else { others(id) }
          state.said = nil
          return true
        } catch {
          if state.said != error.message { log("\(id) is answered, but \(error.message); it is tried again") }
          state.said = error.message
          return false
        }
      }
    }
  }

  func run() async {
    while !Task.isCancelled {
      tryAgain()
      try? await Task.sleep(for: Self.triesEvery)
    }
  }
}
