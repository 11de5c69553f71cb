import Circle
import Testing

@testable import Outside

@Suite("The buttons of ntfy")
struct ReplyTopicTests {
  private let topic = Ntfy.ReplyTopic(topic: "reply", key: "key")

  @Test func `are known again, each with its word`() {
    for word in [.haveIt] + ReplyWord.further {
      let answer = topic.message(answeredBy: topic.answer(to: "c-1", word))
      #expect(answer?.id == "c-1" && answer?.word == word)
    }
  }

  @Test func `count for no other message, word or box`() {
    let code = topic.answer(to: "c-1", .says(.there)).split(separator: " ")[2]
    for text in ["there c-2 \(code)", "call-me c-1 \(code)", "ack c-1 \(code)", "there c-1", "there c-1 \(code) x", ""]
    {
      #expect(topic.message(answeredBy: text) == nil)
    }
    #expect(
      Ntfy.ReplyTopic(topic: "reply", key: "other").message(answeredBy: topic.answer(to: "c-1", .says(.there))) == nil)
  }
}
