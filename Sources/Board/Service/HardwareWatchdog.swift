import Glibc
import Readings

/// The hardware watchdog (Linux kernel, Documentation/watchdog/watchdog-api.rst). Once opened, it resets the machine
/// unless ``pet()`` is called in time, which the critical loop does.
package final class HardwareWatchdog {
  /// Why the watchdog cannot be opened. The message is one English sentence.
  package struct Failure: Error, Sendable {
    package let message: String
  }

  private let number: Int32
  private var isArmed = true
  /// The machine is reset after this time without a ``pet()``.
  package let timeoutSeconds: Int

  // _IOWR('W', 6, int), _IOR('W', 7, int) and _IOR('W', 5, int) of linux/watchdog.h, which are macros that Swift cannot
  // use.
  private static let setTimeout: UInt = 0xC004_5706
  private static let getTimeout: UInt = 0x8004_5707
  private static let keepAlive: UInt = 0x8004_5705

  /// Opens and arms the watchdog.
  /// - Parameter timeoutSeconds: the wanted timeout; the device may use a similar one instead, see ``timeoutSeconds``.
  package init(path: String, timeoutSeconds: Int) throws(Failure) {
    number = open(path, O_WRONLY | O_CLOEXEC)
    guard number >= 0 else {
      throw Failure(message: "\(path): \(SystemFault.reason); the hardware watchdog is not armed")
    }
    var seconds = Int32(clamping: timeoutSeconds)
    if ioctl(number, Self.setTimeout, &seconds) != 0, ioctl(number, Self.getTimeout, &seconds) != 0 {
      seconds = Int32(clamping: timeoutSeconds)
    }
    self.timeoutSeconds = Int(seconds)
  }

  /// Without a ``disarm()`` before, the watchdog stays armed, because the program has failed.
  deinit { close(number) }

  /// Postpones the reset. Does not allocate.
  package func pet() { _ = ioctl(number, Self.keepAlive, 0) }

  /// Switches the watchdog off, for a clean end. A device without "magic close" (or built with `nowayout`) stays armed.
  package func disarm() {
    guard isArmed else { return }
    isArmed = false
    var magic = UInt8(ascii: "V")
    _ = write(number, &magic, 1)
  }
}
