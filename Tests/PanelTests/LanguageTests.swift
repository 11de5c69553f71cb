import Readings
import Testing
import Words

@testable import Panel

@Suite struct `The language of the page` {
  @Test(arguments: [
    (nil, nil, Language.english), (nil, "ko-KR,ko;q=0.9,en;q=0.5", .korean), (nil, "de,en;q=0.7,ko;q=0.3", .english),
    (nil, "ko;q=0.2, en;q=0.8", .english), ("ko", "en", .korean), ("xx", "ko", .korean), (nil, ";;,q=,", .english),
  ]) func `is the chosen one, or the first that the browser wants`(
    chosen: String?, accepted: String?, is wanted: Language
  ) {
    #expect(Language(chosen: chosen, accepted: accepted) == wanted)
  }
}
