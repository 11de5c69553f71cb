import Control
import Foundation
import NIOPosix
import Readings
import Settings
import TestSupport
import Testing
import Web
@testable import Outside

@Suite struct `How much of updates is brought in a day` {
  private let day: Int64 = 86_400_000

  @Test func `is bounded, and begins again after a day or with another date`() {
    let budget = UpdateBudget(), now = 20_000 * day
    let most = budget.left(at: now)
    budget.spend(most - 5)
    #expect(budget.left(at: now + day - 1) == 5)
    budget.spend(10)
    #expect(budget.left(at: now + day - 1) == 0)
    #expect(budget.left(at: now + day) == most)
    budget.spend(most)
    #expect(budget.left(at: now - 300 * day) == most)
  }

  /// A web server that has one file, and the address of that.
  private func serve(_ bytes: Int, in folder: TemporaryFolder) throws -> (server: Process, address: WebAddress) {
    _ = try folder.write(String(repeating: "x", count: bytes), to: "served/update")
    let server = Process(), output = Pipe()
    server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    server.arguments = [
      "python3", "-c",
      """
      import functools, http.server, sys
      handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=sys.argv[1])
      server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
      print(server.server_address[1], flush=True)
      server.serve_forever()
      """, folder.file("served"),
    ]
    (server.standardOutput, server.standardError) = (output, FileHandle.nullDevice)
    try server.run()
    let port = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).filter(\.isNumber)
    return (server, try #require(WebAddress("http://127.0.0.1:\(port)/update")))
  }

  @Test func `counts what was wrong and is gone again, and lets nothing come once it is spent`() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.file("served"), withIntermediateDirectories: false)
    let (server, address) = try serve(100_000, in: folder)
    defer { server.terminate() }
    let updates = UpdateFolder(path: folder.file("updates")), budget = UpdateBudget(), now = 20_000 * day
    let download = UpdateDownload(
      client: HTTPClient(group: MultiThreadedEventLoopGroup.singleton, trust: try Trust(file: nil)), folder: updates,
      budget: budget)
    let index = UpdateIndex(
      file: "lapwing-9.0.0-rpi-arm64.raucb", size: 100_000, sha256: String(repeating: "0", count: 64))
    let most = budget.left(at: now)
    await #expect(throws: DeliveryFault.self) { try await download.bring(index, from: address, at: now) }
    #expect(updates.names.isEmpty && budget.left(at: now) == most - 100_000)
    budget.spend(most - 150_000)
    let fault = await #expect(throws: DeliveryFault.self) { try await download.bring(index, from: address, at: now) }
    #expect(fault?.sentence.contains("too much came today") == true)
    #expect(updates.names.isEmpty && budget.left(at: now) <= 50_000)
  }
}
