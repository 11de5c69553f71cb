import Engine
import Readings
import Settings
import TestSupport
import Testing
import Words
@testable import Status

@Suite struct `The network in a status` {
  private let configuration: Configuration

  init() throws { configuration = try ShownScene.configuration(in: try TemporaryFolder()) }

  private func status(_ mode: NetworkMode?) -> BoxStatus {
    var status = ApplianceStatus()
    if let mode { status.apply(TimedOutput(instant: .start, record: .network(mode))) }
    return BoxStatus(status, in: configuration)
  }

  @Test func `is a word in JSON, and missing where there is no card`() {
    for mode in NetworkMode.allCases {
      #expect(OrderedJSON.text(of: status(mode)).contains("\"network\":\"\(mode.rawValue)\""))
    }
    #expect(!OrderedJSON.text(of: status(nil)).contains("network"))
  }

  @Test func `is a line for people while it is not as configured`() {
    #expect(StatusText.text(of: status(.flight)).contains("network   flight mode is on: Wi-Fi is off"))
    #expect(StatusText.text(of: status(.hotSpot)).contains("network   the hot spot is open"))
    #expect(!StatusText.text(of: status(.normal)).contains("network"))
  }

  @Test func `is a warning where messages would leave the box by it`() throws {
    let text = """
      profile: bedside
      outside: {channels: {phone: {kind: ntfy, topic-file: /etc/lapwing/secrets/topic}}}

      """
    let folder = try TemporaryFolder()
    let telling = try Configuration(path: try folder.write(text, to: "lapwing.yaml"), profile: nil)
    func warnings(_ mode: NetworkMode, _ configuration: Configuration) -> [String] {
      var status = ApplianceStatus()
      status.apply(TimedOutput(instant: .start, record: .network(mode)))
      return BoxStatus(status, in: configuration).notWatched.filter { $0.hasPrefix("messages: ") }
    }
    #expect(warnings(.flight, telling).first?.contains("flight mode is on") == true)
    #expect(warnings(.hotSpot, telling).first?.contains("the hot spot is open") == true)
    #expect(warnings(.normal, telling) == [])
    #expect(warnings(.flight, configuration) == [])
  }
}
