import ArgumentParser
import Engine
import Readings
import SensorProtocols
import Status
import System

struct Decode: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Decodes raw sensor bytes.",
    discussion: """
      Reads one JSON object per line from standard input and writes one per line, in the same order. It shows the \
      values as they were sent; a value that the sensor did not send is absent.

      An advertisement: {"adv_hex": "02010619ff0207…", "scan_response_hex"?, "address"?, "rssi"?, "bindkey"?}
      A GATT value: {"service_uuid"?, "characteristic": "0x2A37", "hex": "164f0203"}

      Hex digits may have spaces, colons and 0x between them. "bindkey", 32 hex digits, and "address" decrypt a BTHome \
      advertisement; without the key the answer has "encrypted": true.

      Two things are kept from line to line. One is the kind of sensor that an address has shown: the manufacturer \
      data of SwitchBot's meters look like those of other devices, so they are decoded only in a line that has their \
      service data too, or after such a line with the same address. The other is the beginning of a frame that an \
      oximeter has cut at the end of a notification: it is joined to the next line of the same address.

      An unknown sensor gives {"unknown": true}. Broken input, or a line of more than 64 kB, gives {"error": {"code", \
      "message"}}.
      """)

  func run() throws {
    var lines = InputLines(longest: SensorInput.longestLine)
    var answers = DecodeAnswers()
    while let line = try lines.next() { try Output.standard.line(answers.answer(to: line)) }
  }
}

/// Answers the lines of `decode`, one after the other. It keeps the kind that each address has shown, and frames that
/// are cut.
struct DecodeAnswers {
  /// Far more addresses than one radio receives, in a few megabytes of memory.
  private static let mostAddresses = 1 << 16
  private var shown = ShownKinds(capacity: mostAddresses)
  private var cut = CutFrames()

  mutating func answer(to line: InputLines.Line) -> String {
    do {
      switch line {
      case .text(let text): return try answer(to: SensorInput(line: text)).text
      case .tooLong: throw InputError.tooLong
      }
    } catch let error as InputError {
      return Self.fault(error.code, error.message)
    } catch let error as DecodeError {
      return Self.fault(error.code, error.message)
    } catch {
      return Self.fault("failed", "\(error)")
    }
  }

  private mutating func answer(to input: SensorInput) throws -> JSONObject {
    switch try input.content() {
    case .advertisement(let data, let scanResponse):
      let reading = try SensorDecoder.reading(
        advertisement: data.span.bytes, scanResponse: scanResponse.span.bytes, hints: try input.hints(shown))
      if let reading, let address = input.address { note(reading.model, of: address) }
      return Self.object(reading.map { ReadingReport($0) })
    case .attributeValue(let characteristic, let data):
      if let history = try SensorDecoder.history(characteristic: characteristic, value: data.span.bytes) {
        return JSONObject(history)
      }
      let whole = cut.joined(data, of: characteristic, from: input.address ?? DeviceAddress(value: 0))
      let reading = try SensorDecoder.reading(characteristic: characteristic, value: whole.span.bytes)
      let intervals = SensorDecoder.rrIntervals(characteristic: characteristic, value: data.span.bytes)
      return Self.object(reading.map { ReadingReport($0, everyInterval: intervals) })
    }
  }

  private static func object(_ report: ReadingReport?) -> JSONObject {
    report.map { JSONObject().adding($0) } ?? ["unknown": true]
  }

  private mutating func note(_ model: SensorModel, of address: DeviceAddress) {
    guard !shown.note(model, of: address) else { return }
    shown.forget(allBut: [])
    _ = shown.note(model, of: address)
  }

  private static func fault(_ code: String, _ message: String) -> String {
    (["error": ["code": code, "message": message] as JSONObject] as JSONObject).text
  }
}
