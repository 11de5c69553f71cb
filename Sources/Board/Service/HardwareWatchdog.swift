import Glibc

/// The watchdog of the hardware (Linux's watchdog API, Documentation/watchdog/watchdog-api.rst): from its opening on it
/// resets the machine unless it is petted in time.
package final class HardwareWatchdog {
  /// Why it cannot be had.
  package struct Failure: Error, Sendable {
    package let message: String
  }

  private let number: Int32
  private var isArmed = true
  /// After how many seconds without being petted it resets the machine.
  package let timeoutSeconds: Int

  // _IOWR('W', 6, int), _IOR('W', 7, int) and _IOR('W', 5, int) of linux/watchdog.h, which are macros.
  private static let setTimeout: UInt = 0xC004_5706
  private static let getTimeout: UInt = 0x8004_5707
  private static let keepAlive: UInt = 0x8004_5705

  /// Opens and arms it.
  /// - Parameters:
  ///   - path: its device.
  ///   - timeoutSeconds: what is asked of it; a device may take a near value instead.
  package init(path: String, timeoutSeconds: Int) throws(Failure) {
    number = open(path, O_WRONLY | O_CLOEXEC)
    guard number >= 0 else {
      throw Failure(message: "\(path): \(String(cString: strerror(errno))); the hardware watchdog is not armed")
    }
    var seconds = Int32(clamping: timeoutSeconds)
    if ioctl(number, Self.setTimeout, &seconds) != 0, ioctl(number, Self.getTimeout, &seconds) != 0 {
      seconds = Int32(clamping: timeoutSeconds)
    }
    self.timeoutSeconds = Int(seconds)
  }

  /// Closed without ``disarm()`` it stays armed: the appliance is going down by accident.
  deinit { close(number) }

  /// Puts the reset off. Allocates nothing.
  package func pet() { _ = ioctl(number, Self.keepAlive, 0) }

  /// Switches it off, for a clean end. A device without the magic close (or built with nowayout) stays armed.
  package func disarm() {
    guard isArmed else { return }
    isArmed = false
    var magic = UInt8(ascii: "V")
    _ = write(number, &magic, 1)
  }
}
