import Board
import TestSupport
import Testing

@Suite struct `The service manager` {
  @Test(arguments: [false, true])
  func `gets one datagram for each message`(isAbstract: Bool) throws {
    let folder = try TemporaryFolder()
    let address = isAbstract ? "@" + folder.path : folder.file("notify")
    let receiver = try DatagramReceiver(path: address)
    let notifier = try #require(ServiceNotifier(address: address))
    notifier.ready()
    #expect(receiver.nextText() == "READY=1")
    notifier.status("cabin: all is well\nREADY=0")
    #expect(receiver.nextText() == "STATUS=cabin: all is well READY=0", "no second assignment can be smuggled in")
    #expect(notifier.pet())
    #expect(receiver.nextText() == "WATCHDOG=1")
    notifier.reloading(atMicroseconds: 17)
    #expect(receiver.nextText() == "RELOADING=1\nMONOTONIC_USEC=17")
    notifier.stopping()
    #expect(receiver.nextText() == "STOPPING=1")
    notifier.extendTimeout(bySeconds: 95)
    #expect(receiver.nextText() == "EXTEND_TIMEOUT_USEC=95000000")
  }

  @Test func `is not waited for when it does not listen`() throws {
    let notifier = try #require(ServiceNotifier(address: try TemporaryFolder().file("nobody")))
    #expect(!notifier.pet())
  }

  @Test func `is not waited for when it does not read`() throws {
    let address = try TemporaryFolder().path + "-full"
    let receiver = try DatagramReceiver(path: "@" + address)
    let notifier = try #require(ServiceNotifier(address: "@" + address))
    #expect((0..<10_000).contains { _ in !notifier.pet() })
    #expect(receiver.nextText() == "WATCHDOG=1")
  }

  @Test(arguments: ["", "relative", "vsock:2:1234", "/" + String(repeating: "x", count: 107)])
  func `must have an address that is one`(address: String) { #expect(ServiceNotifier(address: address) == nil) }
}
