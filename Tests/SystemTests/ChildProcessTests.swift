import Glibc
import Readings
import Testing

import System

@Suite(.timeLimit(.minutes(20))) struct `A program that is started` {
  private func shell(_ text: String, input: String = "") throws -> ChildProcess {
    try ChildProcess("/bin/sh", ["-c", text], input: Array(input.utf8))
  }

  /// All of its output.
  private func output(_ child: ChildProcess) throws -> String {
    var bytes: [UInt8] = []
    while true {
      let part = try #require(child.output(within: .seconds(600)))
      if part.isEmpty { return String(decoding: bytes, as: UTF8.self) }
      bytes += part
    }
  }

  @Test func `reads its input, and its output, its errors and its exit status are told`() throws {
    let child = try shell("read word; echo got $word; echo bad >&2; exit 3", input: "it\n")
    #expect(try output(child) == "got it\n")
    #expect(child.wait() == 3 && child.wait() == 3)
    #expect(child.errors() == "bad\n")
  }

  @Test func `may write more than a pipe holds, and need not read`() throws {
    let child = try shell("head -c 300000 /dev/zero | tr '\\0' x", input: "it is not read")
    #expect(try output(child).utf8.count == 300_000)
    #expect(child.wait() == 0 && child.errors().isEmpty)
  }

  @Test func `that a signal ends has another status than one that exits`() throws {
    let child = try shell("kill -HUP $$")
    _ = try output(child)
    #expect(child.wait() == 128 + SIGHUP)
  }

  @Test func `that is not there is told by its name`() throws {
    let error = try #require(throws: LapwingError.self) { try ChildProcess("/no/program", [], input: []) }
    #expect(error.message.contains("/no/program cannot be started: No such file"))
  }

  @Test func `has three open files, and no signal is blocked or ignored`() throws {
    // One that is not closed on exec, as libraries open them.
    let number = open("/dev/null", O_RDONLY)
    defer { close(number) }
    signal(SIGPIPE, SIG_IGN)
    // The shell itself blocks signals while it waits for another program.
    let child = try shell("ls /proc/$$/fd; exec grep -E 'Sig(Blk|Ign)' /proc/self/status")
    let words = try output(child).split(whereSeparator: { $0.isWhitespace })
    #expect(words.prefix(3) == ["0", "1", "2"])
    #expect(words.count == 7)
    for mask in words.dropFirst(3) where !mask.hasPrefix("Sig") {
      // The C library keeps signals 32 and 33 for itself.
      #expect(try #require(UInt64(mask, radix: 16)) & 0x7FFF_FFFF == 0)
    }
  }

  @Test func `that says nothing is given up, and ends when nobody reads it any more`() throws {
    var child: ChildProcess? = try shell("echo $$; exec sleep 1000")
    let number = try #require(child?.output(within: .seconds(600)))
    let process = try #require(Int32(String(decoding: number, as: UTF8.self).dropLast()))
    #expect(child?.output(within: .zero) == nil)
    #expect(kill(process, 0) == 0)
    child = nil
    // It is gone when it has been waited for.
    while kill(process, 0) == 0 { sched_yield() }
  }

  @Test func `starts while very many files are open`() throws {
    let files = try (0..<1_500).map { _ in try Descriptor(open("/dev/null", O_RDONLY | O_CLOEXEC), "a file") }
    for _ in 0..<20 {
      let child = try shell("echo on")
      #expect(try output(child) == "on\n")
      #expect(child.wait() == 0)
    }
    #expect(files.count == 1_500)
  }
}
