import Testing
import Words

/// How much longer an alarm is silent, or a standby lasts.
@Suite struct `The time that is left` {
  @Test(arguments: [
    (0, "0 s left", "0초 남음"), (119, "119 s left", "119초 남음"), (120, "2 min left", "2분 남음"),
    (121, "3 min left", "3분 남음"), (7199, "120 min left", "120분 남음"), (7200, "2 h 0 min left", "2시간 0분 남음"),
    (43_141, "12 h 0 min left", "12시간 0분 남음"),
  ]) func `is rounded up to what a person counts in`(seconds: Int64, english: String, korean: String) {
    let words = SharedWords.left(seconds: seconds).both
    #expect([words.en, words.ko] == [english, korean])
  }
}
