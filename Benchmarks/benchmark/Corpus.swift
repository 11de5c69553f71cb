import Readings
import SensorProtocols
import TestSupport

/// The messages that all decoders of a benchmark decode, as `Benchmarks/corpus.py` wrote them: a line for each, with kind,
/// device, address, bind key, and what was sent, between tabs.
struct Corpus {
  /// One message. Its bytes are in the one buffer of the corpus, as they are with a radio.
  struct Message {
    /// Its index in ``devices``: a reference would have to be counted.
    var device: Int
    /// The characteristic of a GATT value; `nil` for an advertisement.
    var characteristic: BluetoothUUID?
    /// The advertisement or the value.
    var data: Range<Int>
    var scanResponse: Range<Int>
    var hints: DecodingHints
    var isForeign: Bool
  }

  private(set) var bytes: [UInt8] = []
  /// The names of the devices.
  private(set) var devices: [String] = []
  /// The messages, in the order in which they are decoded.
  private(set) var messages: [Message] = []

  /// Returns `nil` if the text is not a corpus.
  init?(_ text: String) {
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 6, let sent = Hex.bytes(String(fields[4])) else { return nil }
      let isValue = fields[0] == "value"
      guard let response = Hex.bytes(isValue ? "" : String(fields[5])) else { return nil }
      let characteristic = isValue ? BluetoothUUID(String(fields[5])) : nil
      guard !isValue || characteristic != nil else { return nil }
      let name = String(fields[1])
      let device = devices.firstIndex(of: name) ?? devices.count
      if device == devices.count { devices.append(name) }
      let start = bytes.count
      bytes += sent + response
      messages.append(
        Message(
          device: device, characteristic: characteristic, data: start..<start + sent.count,
          scanResponse: start + sent.count..<bytes.count,
          hints: DecodingHints(address: DeviceAddress(fields[2]), bindKey: BindKey(fields[3])),
          isForeign: fields[0] == "foreign"))
    }
    if messages.isEmpty { return nil }
  }

  /// Decodes one message from its raw bytes and returns the number of its quantities.
  /// - Parameter reading: the place into which all messages are decoded, one after the other, as in the appliance.
  static func quantities(of message: Message, in bytes: RawSpan, into reading: inout Reading) -> Int {
    let data = bytes.extracting(message.data)
    do throws(DecodeError) {
      if let characteristic = message.characteristic {
        guard let reading = try SensorDecoder.reading(characteristic: characteristic, value: data) else { return 0 }
        return reading.measurements.count
      }
      let response = bytes.extracting(message.scanResponse)
      let isKnown = try SensorDecoder.read(
        advertisement: data, scanResponse: response, hints: message.hints, into: &reading)
      return isKnown ? reading.measurements.count : 0
    } catch {
      return 0
    }
  }
}
