import Readings

/// Why the bytes of a known kind of sensor gave no reading.
///
/// The size is fixed so that rejecting a broken advertisement allocates nothing; the message is built only on request.
package struct DecodeError: Error, Sendable, Equatable {
  package enum Fault: Sendable, Equatable {
    /// A field ends beyond the last byte.
    case tooShort(needed: Int, got: Int)
    /// An AD structure claims more bytes than are left.
    case truncatedStructure(offset: Int, claimed: Int, left: Int)
    /// The length fits none of the formats of this device.
    case unexpectedLength(Int)
    case unknownFormat(UInt8)
    /// A value that no sensor can measure: the bytes were damaged on the way.
    case implausible(Quantity)
    /// The bytes are encrypted with a different key, or they are damaged.
    case wrongKey
    /// The bytes are encrypted and the key is known, but not the device's address, which decrypting also needs.
    case noAddress
  }

  /// What was being decoded. Each family of devices declares its own subjects.
  package struct Subject: Sendable, Equatable {
    private let text: StaticString
    /// The kind of sensor that sent the bytes, if it is known.
    package let model: SensorModel?

    package init(_ text: StaticString, of model: SensorModel?) {
      self.text = text
      self.model = model
    }

    package var name: String { text.description }

    package static func == (left: Subject, right: Subject) -> Bool {
      left.model == right.model && left.name == right.name
    }

    /// The list of AD structures itself.
    package static let advertisingData = Subject("advertising data", of: nil)
  }

  package let fault: Fault
  package let subject: Subject

  package init(_ fault: Fault, in subject: Subject) {
    self.fault = fault
    self.subject = subject
  }

  package var model: SensorModel? { subject.model }

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

  package var message: String {
    let name = subject.name
    return switch fault {
    case .tooShort(let needed, let got): "\(name): \(needed) bytes needed, \(got) given"
    case .truncatedStructure(let offset, let claimed, let left):
      "\(name): the structure at byte \(offset) claims \(claimed) bytes, \(left) are left"
    case .unexpectedLength(let length): "\(name): no format of \(length) bytes is known"
    case .unknownFormat(let format): "\(name): format \(format) is not known"
    case .implausible(let quantity): "\(name): no sensor can measure this \(quantity.label); the bytes are damaged"
    case .wrongKey: "\(name): the bind key is wrong, or the bytes are damaged"
    case .noAddress: "\(name): decrypting needs the address of the device in addition to its key"
    }
  }
}

extension RawSpan {
  /// Throws an error that says how many bytes there are if there are fewer than `count`.
  func require(_ count: Int, in subject: DecodeError.Subject) throws(DecodeError) {
    guard byteCount >= count else { throw DecodeError(.tooShort(needed: count, got: byteCount), in: subject) }
  }
}

extension FixedWidthInteger {
  /// A number from the wire in the unit of its quantity; `nil` if it is the field's number for "no value".
  ///
  /// The last number that a field can hold, 65,535 in two bytes, and the first one of a signed field measure nothing
  /// either: makers send them for "no value", and memory that was never written reads so. docs/frames.md lists the
  /// numbers of each field.
  func value(per unit: Double = 1, absent: Self? = nil) -> Double? {
    guard self != absent, self != .max, !Self.isSigned || self != .min else { return nil }
    return Double(self) / unit
  }
}
