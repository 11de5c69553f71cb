import SensorProtocols
import Testing
import Web
import Words

@testable import Panel

@Suite struct `What to do about a sensor that gives no reading` {
  @Test(arguments: Catalogue.entries.map(\.adviceWithoutReading)) func `is Korean for every kind`(advice: String) {
    let korean = SensorAdviceWords.korean[advice] ?? ""
    #expect(korean.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }, "\(advice)")
  }

  @Test func `has no Korean sentence that no kind needs`() {
    let used = Set(Catalogue.entries.map(\.adviceWithoutReading)).union(["No sensor of this kind is known."])
    #expect(Set(SensorAdviceWords.korean.keys).subtracting(used) == [])
  }

  @Test func `is said as it is where it is not known, and marked as English`() {
    #expect(SensorAdviceWords.html("<New>", in: .korean).text == "<span lang=\"en\">&lt;New&gt;</span>")
    #expect(SensorAdviceWords.html("Bring it nearer.", in: .korean).text == "더 가까이 두세요.")
    #expect(SensorAdviceWords.html("Bring it nearer.", in: .english).text == "Bring it nearer.")
  }
}
