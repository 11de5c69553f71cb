import Alarms
import Flight
import Foundation
import Speech
import Testing
import Words

@Suite struct `The clips` {
  private func file(_ language: SpokenLanguage) throws -> [UInt8] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return [UInt8](try Data(contentsOf: root.appending(path: "data/speech/\(language.rawValue).clips")))
  }

  @Test(arguments: SpokenLanguage.allCases)
  func `are whole, and say the words of now`(language: SpokenLanguage) {
    let store = ClipStore.of(language)
    #expect(store.damaged == [])
    for clip in Clip.all {
      let words = ClipWords(clip).text(language.inWords)
      #expect(store.has(clip) == !words.isEmpty, "\(clip.name); make speech-clips renders them")
      #expect(store.texts[clip.name] ?? "" == words, "\(clip.name); make speech-clips renders them")
    }
  }

  @Test func `have names of their own`() { #expect(Set(Clip.all.map(\.name)).count == Clip.all.count) }

  @Test(arguments: SpokenLanguage.allCases)
  func `are read from any bytes without a trap, and a damaged one is named`(language: SpokenLanguage) throws {
    let whole = try file(language)
    for length in [0, 1, 4, 5, 6, 7, 100, 5000, whole.count / 2, whole.count - 1] {
      #expect(!ClipStore(Array(whole.prefix(length))).damaged.isEmpty)
    }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      // The list of all clips, and the sounds of the first ones.
      var bytes = Array(whole.prefix(20_000))
      bytes[Int.random(in: 0..<8000, using: &random)] = .random(in: 0...255, using: &random)
      var player = SpeechPlayer([ClipStore(bytes)], language: language)
      player.say(Clip.all, decibels: 0)
    }
    var bytes = whole
    bytes[bytes.count - 1] ^= 1
    let store = ClipStore(bytes)
    #expect(store.damaged == ["phase.arrived"])
    #expect(!store.has(.phase(.arrived)))
    #expect(store.has(.phase(.landing)))
    #expect(SpeechPlayer([store], language: language).length(of: [.phase(.landing), .phase(.arrived)]) == nil)
  }

  @Test func `are small`() throws {
    for language in SpokenLanguage.allCases { #expect(try file(language).count < 3_000_000) }
  }
}
