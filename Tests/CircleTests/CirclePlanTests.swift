import Circle
import Readings
import Testing

@Suite struct `A plan of the circle` {
  private func refusal(_ people: [CirclePerson], _ times: CircleTimes = CircleTimes(), _ quiet: CircleHours? = nil)
    -> String?
  {
    do {
      _ = try CirclePlan(people, times: times, quiet: quiet)
      return nil
    } catch {
      return (error as? LapwingError)?.message
    }
  }

  private let anna = CirclePerson("anna", channels: ["push"])

  @Test func `has one to five people with one to three channels`() {
    #expect(refusal([anna]) == nil)
    #expect(
      refusal((0..<6).map { CirclePerson("p\($0)", channels: ["push"]) })
        == "The care circle has 6 people. Name up to 5.")
    #expect(refusal([CirclePerson("anna", channels: [])]) == "anna has 0 channels. Name one to 3.")
    #expect(
      refusal([CirclePerson("anna", channels: ["a", "a"])]) == "anna has a channel twice. Name each channel once.")
    #expect(refusal([anna, anna]) == "The care circle has two people named anna. Give each a name of their own.")
  }

  @Test(arguments: ["", "a.b", "a b", String(repeating: "a", count: 33)])
  func `refuses names that break the name of a message`(
    name: String
  ) {
    #expect(refusal([CirclePerson(name, channels: ["push"])])?.contains("Use 1 to 32 letters") == true)
    #expect(refusal([CirclePerson("anna", channels: [name])])?.contains("Use 1 to 32 letters") == true)
  }

  @Test func `says which time is out of its range`() {
    let short = refusal([anna], CircleTimes(countdown: .seconds(29)))
    #expect(short == "The care circle's countdown is 29.0 seconds. Give 30 to 600 s.")
    #expect(refusal([anna], CircleTimes(hold: .seconds(7201)))?.contains("hold") == true)
    #expect(refusal([anna], CircleTimes(), CircleHours(from: 0, to: 1440))?.contains("quiet hours") == true)
  }

  @Test(arguments: [
    "i12.3.anna.push.alarm", "i1.2.김지수.ntfy.ended.77", "a18446744073709551614.0.ben.mail.over", "d1.0.x.y.drill",
    "w4.0.x.y.summary", "i1.2.anna.push.alarm.3",
  ]) func `names messages in a way that can be read back`(text: String) throws {
    let id = try #require(CircleMessageID(text))
    #expect(id.description == text)
  }

  @Test(arguments: [
    "", "i1", "i1.2.a.b.c", "x1.2.a.b.alarm", "i-1.2.a.b.alarm", "i1.2.a.b.alarm.x", "i1.2.a.b.alarm.7.8", ".....",
  ])
  func `reads nothing else as the name of a message`(text: String) { #expect(CircleMessageID(text) == nil) }
}
