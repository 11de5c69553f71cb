import Readings

/// Why bytes of a known kind of sensor gave no reading.
///
/// Fixed-size, so that refusing a broken advertisement allocates nothing; the sentence is made when it is asked for.
package struct DecodeError: Error, Sendable, Equatable {
  /// What was wrong.
  package enum Fault: Sendable, Equatable {
    /// A field ends beyond the last byte.
    case tooShort(needed: Int, got: Int)
    /// An AD structure claims more bytes than are left.
    case truncatedStructure(offset: Int, claimed: Int, left: Int)
    /// The length fits none of the formats of this device.
    case unexpectedLength(Int)
    /// The byte that says which format follows says one that is not known.
    case unknownFormat(UInt8)
    /// A value that no sensor can measure: the bytes were damaged on their way.
    case implausible(Quantity)
    /// Encrypted with another key than the one that was given, or damaged.
    case wrongKey
    /// Encrypted, with a key at hand and no address, which decrypting needs as well.
    case noAddress
  }

  /// What was being decoded. Each family of devices declares its own.
  package struct Subject: Sendable, Equatable {
    private let text: StaticString
    /// The kind of sensor whose bytes they were, where that is known.
    package let model: SensorModel?

    package init(_ text: StaticString, of model: SensorModel?) {
      self.text = text
      self.model = model
    }

    /// A name for a person.
    package var name: String { text.description }

    /// Whether it is the same one.
    package static func == (left: Subject, right: Subject) -> Bool {
      left.model == right.model && left.name == right.name
    }

    /// The list of AD structures itself.
    package static let advertisingData = Subject("advertising data", of: nil)
  }

  /// What was wrong.
  package let fault: Fault
  package let subject: Subject

  /// A fault in a subject.
  package init(_ fault: Fault, in subject: Subject) {
    self.fault = fault
    self.subject = subject
  }

  /// The kind of sensor whose bytes they were, where that is known.
  package var model: SensorModel? { subject.model }

  /// A stable word for programs.
  package var code: String {
    switch fault {
    case .tooShort: "too-short"
    case .truncatedStructure: "truncated-structure"
    case .unexpectedLength: "unexpected-length"
    case .unknownFormat: "unknown-format"
    case .implausible: "implausible"
    case .wrongKey: "wrong-key"
    case .noAddress: "no-address"
    }
  }

  /// A sentence for a person.
  package var message: String {
    let name = subject.name
    return switch fault {
    case .tooShort(let needed, let got): "\(name): \(needed) bytes needed, \(got) given"
    case .truncatedStructure(let offset, let claimed, let left):
      "\(name): the structure at byte \(offset) claims \(claimed) bytes, \(left) are left"
    case .unexpectedLength(let length): "\(name): no format of \(length) bytes is known"
    case .unknownFormat(let format): "\(name): format \(format) is not known"
    case .implausible(let quantity): "\(name): the \(quantity.label) is one that no sensor can measure"
    case .wrongKey: "\(name): the bind key is another one, or the bytes are damaged"
    case .noAddress: "\(name): decrypting needs the address of the device beside its key"
    }
  }
}

extension RawSpan {
  /// That so many bytes are there, or the error that says how many are missing.
  func require(_ count: Int, in subject: DecodeError.Subject) throws(DecodeError) {
    guard byteCount >= count else { throw DecodeError(.tooShort(needed: count, got: byteCount), in: subject) }
  }
}

extension BinaryInteger {
  /// A number from the wire in the unit of its quantity; `nil` where it is the one that says "no value".
  func value(per unit: Double = 1, absent: Self? = nil) -> Double? { self == absent ? nil : Double(self) / unit }
}
