/// Where the answers of people go: what a channel that listens may do.
package struct Answers: Sendable {
  /// The last answer that was read, by the word of the service; it survives restarts.
  package let lastAnswer: @Sendable () -> String?
  package let keep: @Sendable (_ lastAnswer: String) -> Void
  /// A person acknowledges the alarm of a message.
  package let acknowledge: @Sendable (_ id: String) -> Void
  /// A person's phone has confirmed a message.
  package let confirm: @Sendable (_ id: String) -> Void
  /// Something is wrong with asking.
  package let note: @Sendable (_ sentence: String) -> Void
}
