import Bluetooth
import Engine
import Readings
import Settings
import System

/// Stores what the box must still know at its next start, on a thread of its own, because a disk may stand still: the
/// adopted sensors, and the keys of the paired devices.
final class StoredLists: OutputConsumer {
  private var adopted: KeptFile<AdoptionList>
  private var bonds: KeptFile<Bonds>

  init(adopted: KeptFile<AdoptionList>, bonds: KeptFile<Bonds>) {
    self.adopted = adopted
    self.bonds = bonds
  }

  func take(_ batch: [TimedOutput]) {
    for outward in batch {
      switch outward.record {
      case .adoptions(let list): adopted.keep(list)
      case .bonds(let list): bonds.keep(list)
      default: break
      }
    }
    adopted.writeIfDue()
    bonds.writeIfDue()
  }

  func finish() {
    adopted.write()
    bonds.write()
  }
}
