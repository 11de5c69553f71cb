import FoundationEssentials
import Readings
import Settings
import Synchronization
import System
import Web

/// Asks a source. An answer is read piece by piece, so that one of 100 MB ends before it fills the memory.
struct AirFetch: Sendable {
  let client: HTTPClient

  /// In bytes: the sensors of 50 km around a large city are 5 MB, an hour of AirNow 1 MB.
  static let longest = 32 << 20
  /// A server that sends byte by byte must not keep the others waiting.
  static let patience = Duration.seconds(120)

  /// - Returns: the reader with what it has read.
  func read<Reader: AirBodyReader>(
    _ address: WebAddress, headers: [(name: String, value: String)] = [], by reader: Reader
  ) async throws(DeliveryFault) -> Reader {
    var request = HTTPRequest(address, method: "GET")
    request.headers = headers
    let state = Mutex((reader: reader, bytes: 0)), refusal = Mutex<String?>(nil), host = address.host
    let clock = MonotonicClock()
    do throws(DeliveryFault) {
      try await client.download(request, refusing: "the request") { _, part in
        do throws(AirBodyFault) {
          try state.withLock { state throws(AirBodyFault) in
            state.bytes += part.count
            guard Instant.start.duration(to: clock.now) < Self.patience else {
              throw AirBodyFault("it is very slow, and its answer was not read")
            }
            guard state.bytes <= Self.longest else {
              throw AirBodyFault("its answer is longer than \(Self.longest >> 20) MiB, and was not read")
            }
            try state.reader.receive(part)
          }
        } catch {
          refusal.withLock { $0 = error.sentence }
          throw error
        }
      }
      do throws(AirBodyFault) {
        return try state.withLock { state throws(AirBodyFault) in
          try state.reader.end()
          return state.reader
        }
      } catch {
        throw DeliveryFault.temporary("\(host): \(error.sentence)")
      }
    } catch {
      if let sentence = refusal.withLock({ $0 }) { throw DeliveryFault.temporary("\(host): \(sentence)") }
      throw error
    }
  }

  /// A small answer as one value.
  func value<Value: Decodable & Sendable>(
    _ address: WebAddress, headers: [(name: String, value: String)] = [], as type: Value.Type = Value.self
  ) async throws(DeliveryFault) -> Value {
    let read = try await read(address, headers: headers, by: WholeBody())
    guard let value = try? JSONDecoder().decode(Value.self, from: Data(read.bytes)) else {
      throw DeliveryFault.temporary("\(address.host): its answer is not understood; check its address")
    }
    return value
  }
}
