import Foundation
import Testing
import Web

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `An answer as gzip` {
  private let page = Reply.page(HTML(markup: String(repeating: "<p>the same line</p>", count: 200)))

  private func bytes(_ reply: Reply) -> [UInt8] {
    if case .bytes(let bytes) = reply.body { bytes } else { [] }
  }

  /// What `gunzip` makes of it.
  private func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
    let program = Process(), input = Pipe(), output = Pipe()
    program.executableURL = URL(fileURLWithPath: "/bin/gunzip")
    (program.standardInput, program.standardOutput) = (input, output)
    try program.run()
    input.fileHandleForWriting.write(Data(bytes))
    try input.fileHandleForWriting.close()
    return [UInt8](output.fileHandleForReading.readDataToEndOfFile())
  }

  @Test func `is the same text, and shorter`() throws {
    let short = page.compressed(accepted: "gzip, deflate, br")
    #expect(short[field: "Content-Encoding"] == "gzip" && short[field: "Vary"] == "Accept-Encoding")
    #expect(bytes(short).count < bytes(page).count / 10)
    #expect(try unpacked(bytes(short)) == bytes(page))
  }

  @Test(arguments: [nil, "", "br", "gzip;q=0", "identity", "gzipped", "gzip ; q=0.000"])
  func `is sent to no browser that does not take it`(accepted: String?) {
    let reply = page.compressed(accepted: accepted)
    #expect(reply[field: "Content-Encoding"] == nil && bytes(reply) == bytes(page))
  }

  @Test(arguments: ["gzip", "GZIP;q=0.5", "br;q=1.0, gzip;q=0.8, *;q=0.1"])
  func `is sent to one that takes it`(accepted: String) {
    #expect(page.compressed(accepted: accepted)[field: "Content-Encoding"] == "gzip")
  }

  @Test func `is made of no stream, no document and nothing short`() {
    let type = (name: "Content-Type", value: "text/event-stream")
    let replies = [
      Reply(.ok, [type], .stream { _ in }), .sentence(.ok, "short"), .seeOther("/"),
      Reply(.ok, [("Content-Type", "application/pdf")], .bytes(Array(repeating: 65, count: 5000))),
    ]
    for reply in replies { #expect(reply.compressed(accepted: "gzip")[field: "Content-Encoding"] == nil) }
  }

  @Test func `does not grow what cannot be made shorter`() {
    var random = SystemRandomNumberGenerator()
    let noise = (0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let reply = Reply(.ok, [("Content-Type", "text/plain")], .bytes(noise)).compressed(accepted: "gzip")
    #expect(reply[field: "Content-Encoding"] == nil && bytes(reply) == noise)
  }

  @Test func `reaches a browser of the page`() async throws {
    let bench = try PanelBench()
    bench.answer()
    let plain = try await bench.ask("GET", "/settings"),
      short = try await bench.ask("GET", "/settings", ["Accept-Encoding: gzip"])
    #expect(plain.field("Content-Encoding") == nil && short.field("Content-Encoding") == "gzip")
    let lengths = [plain, short].compactMap { $0.field("Content-Length").flatMap { Int($0) } }
    #expect(lengths.count == 2 && lengths[1] < lengths[0] / 4, "\(lengths)")
  }
}
