import Readings
import Settings
import TestSupport
import Testing

@Suite struct `The other box in the configuration` {
  private func read(_ text: String) throws -> Configuration {
    let folder = try TemporaryFolder()
    return try Configuration(path: try folder.write(text, to: "lapwing.yaml"), profile: nil)
  }

  @Test func `is none without a name`() throws {
    #expect(try read("profile: cabin\n").peer == nil)
  }

  @Test func `is followed if it is named so`() throws {
    let peer = try read("outside: {peer: {name: bedroom-box, address: 10.0.0.7, port: 9000}, follow: bedroom-box}\n")
      .peer
    #expect(peer?.isFollowed == true && peer?.port == 9000)
    #expect(peer?.address?.description == "10.0.0.7:9000")
  }

  @Test(arguments: [
    "outside: {follow: bedroom-box}\n", "outside: {peer: {name: attic}, follow: bedroom-box}\n",
    "outside: {peer: {name: a, address: bed.local}}\n", "outside: {peer: {name: a, address: 10.0.0.256}}\n",
    "outside: {peer: {name: a, address: \"10.0.0.1:0\"}}\n", "outside: {peer: {name: a, port: 80}}\n",
    "outside: {peer: {name: a, address: 0.0.0.0}}\n", "outside: {peer: {name: a, address: +1.0.0.1}}\n",
    "outside: {peer: {name: a, address: \"10.0.0.1:+90\"}}\n",
  ])
  func `is refused if it makes no sense`(_ text: String) {
    #expect(throws: LapwingError.self) { try read(text) }
  }
}
