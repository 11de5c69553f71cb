import Circle
import Readings
import TestSupport
import Testing

@testable import Settings

@Suite("The care circle in the configuration")
struct CircleSettingsTests {
  private static let channels =
    "  channels:\n    phone: {kind: ntfy, topic-file: /t}\n    watch: {kind: ping, url-file: /p}\n"

  private func read(_ circle: String, profile: String = "cabin") throws -> Configuration {
    let folder = try TemporaryFolder()
    let text = "profile: \(profile)\noutside:\n\(Self.channels)  circle:\n\(circle)"
    return try Configuration(path: try folder.write(text, to: "lapwing.yaml"), profile: nil)
  }

  @Test func `has people in their order, and times`() throws {
    let people =
      "    people:\n      anna: {channels: [phone], weekly: true}\n"
      + "      ben: {channels: phone, from: low, language: ko}\n"
    let configuration = try read(
      people + "    countdown: 45\n    quiet: \"22:00-07:00\"\n    summary: monday 8:30\n")
    let plan = try #require(try configuration.circlePlan())
    #expect(
      plan.people == [
        CirclePerson("anna", channels: ["phone"], weekly: true),
        CirclePerson("ben", channels: ["phone"], from: .low, language: .korean),
      ])
    #expect("\(plan.people[1])" == "ben: {channels: [phone], from: low, weekly: false, language: ko}")
    #expect(plan.times.countdown == .seconds(45))
    #expect(plan.quiet == CircleHours(from: 22 * 60, to: 7 * 60))
    #expect(plan.summary == CircleWeek(weekday: 1, minute: 510))
  }

  @Test func `is not there without people, and has a short countdown beside a bed`() throws {
    #expect(try read("    step: 30\n").circlePlan() == nil)
    let people = "    people: {anna: {channels: [phone]}}\n"
    #expect(try read(people, profile: "bedside").circlePlan()?.times.countdown == .seconds(30))
    #expect(try read(people).circlePlan()?.times == CircleTimes())
  }

  @Test(arguments: [
    ("    people: {anna: {}}\n", "needs channels"),
    ("    people: {anna: {channels: [fax]}}\n", "has fax; outside.channels has phone"),
    ("    people: {anna: {channels: [watch]}}\n", "carries no messages"),
    ("    people: {a b: {channels: [phone]}}\n", "letters, digits and hyphens"),
    ("    people: {anna: {channels: [phone], from: loud}}\n", "one of low, medium, high"),
    ("    people: {anna: {channels: [phone], weekly: 1}}\n", "true or false"),
    ("    people: {anna: {channels: [phone], language: de}}\n", "one of en, ko"),
    (
      "    people: {a: {channels: phone}, b: {channels: phone}, c: {channels: phone}, d: {channels: phone}, e: {channels: phone}, f: {channels: phone}}\n",
      "at most 5"
    ),
    ("    countdown: 29\n", "30 to 600 s"), ("    quiet: \"22:00\"\n", "two different times of the day"),
    ("    summary: sunday\n", "a weekday and a time"),
  ]) func `names what is wrong`(circle: String, words: String) throws {
    do {
      _ = try read(circle)
      Issue.record("it is taken")
    } catch let error as LapwingError {
      #expect(error.message.contains(words), "\(error.message)")
      #expect(error.status == .configuration)
    }
  }
}
