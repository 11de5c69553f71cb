import Foundation
import Synchronization
import Testing

@testable import Panel

private final class Work: Sendable {
  let isOver = Atomic(false)
  let told = Atomic(0)
}

@Suite(.timeLimit(.minutes(20))) struct `A viewer who leaves` {
  /// Found by the browser's tests: the news were sent under the lock that a cancelled viewer waited for, while it held
  /// the one that the news waited for.
  @Test func `while there is news keeps nobody waiting`() async {
    let feed = BoxFeed(at: 0)
    let work = Work()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await withCheckedContinuation { continuation in
          Thread {
            while !work.isOver.load(ordering: .relaxed) {
              feed.tellLost("gone")
              work.told.add(1, ordering: .relaxed)
            }
            continuation.resume()
          }.start()
        }
      }
      for _ in 0..<400 {
        let viewer = Task { for await _ in feed.news() {} }
        await Task.yield()
        viewer.cancel()
        await viewer.value
      }
      work.isOver.store(true, ordering: .relaxed)
    }
    #expect(feed.viewers == 0)
    #expect(work.told.load(ordering: .relaxed) > 0)
  }
}
