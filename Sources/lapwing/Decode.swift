import Appliance
import ArgumentParser
import Readings
import SensorProtocols

/// `lapwing decode`
struct Decode: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Decodes raw bytes of sensors.",
    discussion: """
      Reads one JSON object per line from standard input and writes one per line, in the same order. \
      It is stateless and tells what is on the wire; what the sensor did not give is absent.

      An advertisement: {"adv_hex": "02010619ff0207…", "scan_response_hex"?, "address"?, "rssi"?, "bindkey"?}
      A GATT value: {"service_uuid"?, "characteristic": "0x2A37", "hex": "164f0203"}

      "bindkey", 32 hex digits, and "address" open an encrypted BTHome advertisement; without the key the answer says \
      "encrypted": true.

      An unknown sensor gives {"unknown": true}, broken input {"error": {"code", "message"}}.
      """)

  func run() throws {
    while let line = readLine() { try Output.standard.line(Self.answer(to: line)) }
  }

  private static func answer(to line: String) -> String {
    var answer = JSONLine()
    do {
      let input = try SensorInput(line: line)
      switch try input.content() {
      case .advertisement(let data, let scanResponse):
        let reading = try SensorDecoder.reading(
          advertisement: data.span.bytes, scanResponse: scanResponse.span.bytes, hints: try input.hints())
        if let reading { answer.add(reading) } else { answer.add("unknown", true) }
      case .attributeValue(let characteristic, let data):
        if let history = try SensorDecoder.history(characteristic: characteristic, value: data.span.bytes) {
          answer.add(history)
          return answer.text
        }
        let reading = try SensorDecoder.reading(characteristic: characteristic, value: data.span.bytes)
        let intervals = SensorDecoder.rrIntervals(characteristic: characteristic, value: data.span.bytes)
        if let reading { answer.add(reading, everyInterval: intervals) } else { answer.add("unknown", true) }
      }
    } catch let error as InputError {
      answer.add("error", fault(error.code, error.message))
    } catch let error as DecodeError {
      answer.add("error", fault(error.code, error.message))
    } catch {
      answer.add("error", fault("failed", "\(error)"))
    }
    return answer.text
  }

  private static func fault(_ code: String, _ message: String) -> JSONLine {
    var fault = JSONLine()
    fault.add("code", code)
    fault.add("message", message)
    return fault
  }
}
