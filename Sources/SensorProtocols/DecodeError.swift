import Readings

/// Why bytes of a known kind of sensor gave no reading.
///
/// Fixed-size, so that refusing a broken advertisement allocates nothing; the sentence is made when it is asked for.
public struct DecodeError: Error, Sendable, Equatable {
  /// What was wrong.
  public enum Fault: Sendable, Equatable {
    /// A field ends beyond the last byte.
    case tooShort(needed: Int, got: Int)
    /// An AD structure claims more bytes than are left.
    case truncatedStructure(offset: Int, claimed: Int, left: Int)
    /// The length fits none of the formats of this device.
    case unexpectedLength(Int)
  }

  /// What was being decoded.
  public enum Subject: Sendable, Equatable {
    /// The list of AD structures itself.
    case advertisingData
    /// An Aranet4's manufacturer data.
    case aranet4Advertisement
    /// An Aranet4's "current readings" characteristics.
    case aranet4CurrentReadings
    /// The Heart Rate Measurement characteristic.
    case heartRateMeasurement
  }

  /// What was wrong.
  public let fault: Fault
  /// In what.
  public let subject: Subject

  /// A fault in a subject.
  public init(_ fault: Fault, in subject: Subject) {
    self.fault = fault
    self.subject = subject
  }

  /// The kind of sensor whose bytes they were, where that is known.
  public var model: SensorModel? {
    switch subject {
    case .advertisingData: nil
    case .aranet4Advertisement, .aranet4CurrentReadings: .aranet4
    case .heartRateMeasurement: .heartRateService
    }
  }

  /// A stable word for programs.
  public var code: String {
    switch fault {
    case .tooShort: "too-short"
    case .truncatedStructure: "truncated-structure"
    case .unexpectedLength: "unexpected-length"
    }
  }

  /// A sentence for a person.
  public var message: String {
    let name =
      switch subject {
      case .advertisingData: "advertising data"
      case .aranet4Advertisement: "Aranet4 advertisement"
      case .aranet4CurrentReadings: "Aranet4 current readings"
      case .heartRateMeasurement: "Heart Rate Measurement"
      }
    return switch fault {
    case .tooShort(let needed, let got): "\(name): \(needed) bytes needed, \(got) given"
    case .truncatedStructure(let offset, let claimed, let left):
      "\(name): the structure at byte \(offset) claims \(claimed) bytes, \(left) are left"
    case .unexpectedLength(let length): "\(name): no format of \(length) bytes is known"
    }
  }
}
