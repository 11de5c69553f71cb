/// When the processor of the board is too hot: from where the firmware of a Raspberry Pi slows it down, until it is some degrees below.
package enum BoardHeat {
  private static let begins = 80.0
  private static let ends = 75.0

  /// - Parameter wasTooHot: whether it was too hot when the box looked last.
  package static func isTooHot(_ celsius: Double, wasTooHot: Bool) -> Bool { celsius >= (wasTooHot ? ends : begins) }
}
