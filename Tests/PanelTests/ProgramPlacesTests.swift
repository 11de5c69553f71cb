import Testing

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `Commands for visitors` {
  @Test func `run two at once, some wait, and the others are told to come again`() async throws {
    let places = ProgramPlaces()
    var held: [ProgramPlaces.Place] = []
    for _ in 0..<ProgramPlaces.most { held.append(try await places.acquire()) }
    let waiting = (0..<(ProgramPlaces.mostWaiting + 3)).map { _ in Task { _ = try await places.acquire() } }
    // Those beyond the line are answered at once; the line stands still.
    var refused = 0
    while refused < 3 {
      refused = 0
      for _ in 0..<50 { await Task.yield() }
      refused = places.refusals
    }
    held.removeAll()
    var served = 0
    for task in waiting {
      if case .success = await task.result { served += 1 }
    }
    #expect(served == ProgramPlaces.mostWaiting && held.isEmpty)
  }

  @Test func `keep no place for somebody who has gone`() async throws {
    let places = ProgramPlaces()
    var held = [try await places.acquire(), try await places.acquire()]
    let gone = Task { try await places.acquire() }
    gone.cancel()
    if case .success = await gone.result { Issue.record("it was served") }
    let next = Task { try await places.acquire() }
    held.removeFirst()
    _ = try await next.value
    #expect(held.count == 1)
  }

  @Test func `serve somebody whose address is not that of a flood`() async throws {
    let places = ProgramPlaces()
    var held = [try await places.acquire(for: "flood"), try await places.acquire(for: "flood")]
    let flood = (0..<ProgramPlaces.mostWaiting).map { _ in Task { _ = try await places.acquire(for: "flood") } }
    let more = Task { _ = try await places.acquire(for: "flood") }
    while places.refusals == 0 { await Task.yield() }
    let owner = Task { _ = try await places.acquire(for: "owner") }
    while places.refusals == 1 { await Task.yield() }
    held.removeAll()
    _ = try await owner.value
    var refused = 0
    for task in flood + [more] { if case .failure = await task.result { refused += 1 } }
    #expect(refused == 2 && held.isEmpty)
  }
}
