/// Where the answers of people go: what a channel that listens may do.
package struct Answers: Sendable {
  /// The last answer that was read, by the word of the service; it survives restarts.
  package let lastAnswer: @Sendable () -> String?
  package let keep: @Sendable (_ lastAnswer: String) -> Void
  /// A person has answered a message, without a word more, which acknowledges its alarm. Each message can be answered once: who repeats an answer that
  /// was read on its way does nothing.
  let answer: @Sendable (_ id: String, _ word: ReplyWord) -> Void
  /// Something is wrong with asking.
  package let note: @Sendable (_ sentence: String) -> Void
}
