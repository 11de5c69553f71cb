import TestSupport
import Testing

@testable import Appliance

@Suite struct `The pause before another start` {
  private func pause(in folder: TemporaryFolder) throws -> RestartPause {
    try #require(RestartPause(folder: folder.path))
  }

  /// The pauses of starts that each end a second after their work began.
  private func pauses(_ count: Int, of pause: RestartPause) -> [Int64] {
    var now: Int64 = 5_000
    return (0..<count).map { _ in
      let seconds = pause.count(at: now).seconds
      now += 1_000 * seconds
      pause.begin(at: now)
      now += 1_000
      return seconds
    }
  }

  @Test func `the first starts come at once, and then the pause grows to half a minute and no further`() throws {
    let folder = try TemporaryFolder()
    #expect(pauses(12, of: try pause(in: folder)) == [0, 0, 0, 1, 2, 4, 8, 16, 30, 30, 30, 30])
  }

  @Test func `one that has run for half a minute is no failure`() throws {
    let folder = try TemporaryFolder()
    let pause = try pause(in: folder)
    _ = pauses(8, of: pause)
    pause.begin(at: 200_000)
    #expect(pause.count(at: 230_000).seconds == 0)
    #expect(pause.count(at: 231_000).failures == 1)
  }

  @Test func `one that ended as it was told to is no failure`() throws {
    let folder = try TemporaryFolder()
    let pause = try pause(in: folder)
    _ = pauses(8, of: pause)
    pause.forget()
    #expect(pause.count(at: 300_000) == (0, 0))
  }

  @Test func `a device that arrives ends the pause, and the next one is longer all the same`() throws {
    let folder = try TemporaryFolder()
    let pause = try pause(in: folder)
    _ = pauses(6, of: pause)
    _ = try folder.write("", to: "arrival")
    #expect(pause.takeArrival())
    #expect(!pause.takeArrival())
    pause.begin(at: 300_000)
    #expect(pause.count(at: 300_500) == (6, 8))
  }

  @Test(arguments: ["", "7", "x y", "-1 5", "9223372036854775808 1", "99999999999 1", "3 -4", "1 2 3"])
  func `a damaged count is no count`(_ text: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(text, to: "starts")
    #expect(try pause(in: folder).count(at: 5_000).seconds == 0)
  }

  @Test func `without a folder of a service manager nothing is counted`() {
    #expect(RestartPause(folder: nil) == nil)
    #expect(RestartPause(folder: "") == nil)
  }
}
