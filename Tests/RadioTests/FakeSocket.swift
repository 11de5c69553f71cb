import Bluetooth
import Radio
import Synchronization
import System

/// A socket without a kernel: it says what a test has it say.
final class FakeSocket: DeviceSocket {
  private struct State {
    var error: Int32 = 0
    var messages: [KernelMessage] = []
    var sent = 0
  }

  private let flag: EventFlag
  private let state = Mutex(State())

  init() throws { flag = try EventFlag() }

  var descriptor: Int32 { flag.descriptor.number }
  var connectionError: Int32 { state.withLock { $0.error } }
  var sent: Int { state.withLock { $0.sent } }

  func fails(_ error: Int32) { state.withLock { $0.error = error } }
  func says(_ message: KernelMessage) { state.withLock { $0.messages.append(message) } }

  func receive(into buffer: inout [UInt8]) -> KernelMessage {
    state.withLock { $0.messages.isEmpty ? .nothing : $0.messages.removeFirst() }
  }

  func send(_ message: [UInt8]) -> Bool {
    state.withLock { $0.sent += 1 }
    return true
  }
}
