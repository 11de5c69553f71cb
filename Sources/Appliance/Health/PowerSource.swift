import System

/// Reads what the firmware of a Raspberry Pi measures of its supply and its heat, from sysfs(5).
struct PowerSource: Sendable {
  /// What one look shows. A part is `nil` if the board or its system does not show it.
  struct Sight: Sendable, Equatable {
    /// Whether the supply was too low since the last look of the driver, which looks every 2 s.
    var isSupplyLow: Bool?
    /// The temperature of the processor in °C.
    var celsius: Double?
  }

  private let root: String

  /// - Parameter root: where sysfs is mounted; a test has a folder of its own.
  init(root: String = "/sys") { self.root = root }

  var sight: Sight { Sight(isSupplyLow: alarm ?? firmwareFlag, celsius: celsius) }

  /// The flag of the driver `raspberrypi-hwmon`.
  private var alarm: Bool? {
    let folder = "\(root)/class/hwmon"
    let chip = SystemFiles.entries(of: folder).first { SystemFiles.line(of: "\(folder)/\($0)/name") == "rpi_volt" }
    return chip.flatMap { SystemFiles.line(of: "\(folder)/\($0)/in0_lcrit_alarm") }.flatMap { Int($0) }.map { $0 != 0 }
  }

  /// Bit 0 of the flags that the kernel of Raspberry Pi OS shows; the higher ones are about the past or about heat.
  private var firmwareFlag: Bool? {
    SystemFiles.line(of: "\(root)/devices/platform/soc/soc:firmware/get_throttled").flatMap { UInt32($0, radix: 16) }
      .map { $0 & 1 != 0 }
  }

  private var celsius: Double? {
    let folder = "\(root)/class/thermal"
    let zone = SystemFiles.entries(of: folder).sorted().first {
      SystemFiles.line(of: "\(folder)/\($0)/type") == "cpu-thermal"
    }
    return zone.flatMap { SystemFiles.line(of: "\(folder)/\($0)/temp") }.flatMap { Double($0) }.map { $0 / 1000 }
  }
}
