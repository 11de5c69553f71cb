import Glibc
import Readings
import SensorProtocols
import System

/// Opens the device node of a meter. It may wait for the USB cable, so the critical loop does not do it.
package enum MeterNode {
  /// Opens a node for reading without waiting, and gives the meter its key, which makes it send.
  /// - Throws: a sentence that says what to do.
  package static func open(_ path: String) throws(LapwingError) -> Descriptor {
    let number = Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { throw refusal(path, errno) }
    let node = try Descriptor(number, path)
    // The number of the report, then the report.
    var feature: [UInt8] = [0] + ZyAura.key
    guard ioctl(number, Self.setFeature, &feature) >= 0 else { throw refusal(path, errno) }
    return node
  }

  /// HIDIOCSFEATURE of nine bytes (linux/hidraw.h).
  private static let setFeature: UInt = 0xC009_4806

  private static func refusal(_ path: String, _ number: Int32) -> LapwingError {
    let reason = String(cString: strerror(number))
    let advice =
      number == EACCES || number == EPERM
      ? "install udev/70-lapwing.rules, which gives it to the user lapwing, and plug the meter in again"
      : "pull its cable out and plug it in again"
    return LapwingError(
      .unavailable, code: "no-meter", "the CO2 meter at \(path) cannot be opened: \(reason); \(advice)")
  }
}
