import Readings
import Testing
import Words

@testable import Panel

@Suite struct `How long something lasted` {
  @Test(arguments: [
    (0, "0s", "0초"), (45_999, "45s", "45초"), (60_000, "1m 00s", "1분 0초"), (725_000, "12m 05s", "12분 5초"),
    (11_040_000, "3h 04m", "3시간 4분"), (172_799_000, "47h 59m", "47시간 59분"), (190_800_000, "2d 05h", "2일 5시간"),
    (Int64.min, "0s", "0초"), (Int64.max, "106751991167d 07h", "106751991167일 7시간"),
  ]) func `is said in the two largest units of each language`(length: Int64, english: String, korean: String) {
    #expect(DurationWords.milliseconds(length).text(.english) == english)
    #expect(DurationWords.milliseconds(length).text(.korean) == korean)
  }
}
