import Readings
import SensorProtocols
import Testing
import Web
import Words

@Suite struct `What to do about a sensor that gives no reading` {
  @Test(arguments: SensorAdvice.allCases) func `is Korean for every kind`(advice: SensorAdvice) {
    let korean = SensorAdviceWords(advice).text(.korean)
    #expect(korean.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }, "\(advice)")
    #expect(SensorAdviceWords(advice).text(.english) == advice.sentence)
  }

  @Test func `has no case that no kind needs`() {
    let used = Set(Catalogue.entries.map(\.adviceWithoutReading)).union([.unknownKind])
    #expect(Set(SensorAdvice.allCases).subtracting(used) == [])
  }
}
