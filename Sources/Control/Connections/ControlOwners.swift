import Glibc
import Readings
import System

/// The users who matter most at the control socket. Places are kept for them, and they alone may report the care circle and of
/// the other box: what these roles say is shown and sounded as it comes.
package enum ControlOwners {
  /// The user of `lapwing-outside.service` (image/package/sysusers.conf).
  package static let teller = "lapwing-outside"

  /// Root, the user of the box, and the one of `lapwing outside` if this machine has it.
  package static func users(in accounts: SystemAccounts = .here, own: UInt32 = geteuid()) -> Set<UInt32> {
    Set([0, own, accounts.user(teller)?.id].compactMap(\.self))
  }

  static func refusal(of subject: String) -> LapwingError {
    LapwingError(
      .noPermission, code: "not-a-teller",
      "only root, the user of this box and the user \(teller) may report on \(subject); start lapwing outside by its unit"
    )
  }
}
