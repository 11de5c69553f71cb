import Bluetooth
import Engine

/// Stores what the box must still know at its next start, on a thread of its own, because a disk may stand still: the
/// adopted sensors, and the keys of the paired devices. It makes codes of the page too.
final class StoredLists: OutputConsumer {
  private var adopted: KeptFile<AdoptionList>
  private var bonds: KeptFile<Bonds>

  private let codes: PageCodeMaker

  init(adopted: KeptFile<AdoptionList>, bonds: KeptFile<Bonds>, codes: PageCodeMaker) {
    self.adopted = adopted
    self.bonds = bonds
    self.codes = codes
  }

  func receive(_ batch: [TimedOutput]) {
    var isCodeWanted = false
    for outward in batch {
      switch outward.record {
      case .adoptions(let list): adopted.keep(list)
      case .bonds(let list): bonds.keep(list)
      case .pageCodeWanted: isCodeWanted = true
      default: break
      }
    }
    adopted.writeIfDue()
    bonds.writeIfDue()
    if isCodeWanted { codes.make() }
  }

  func finish() {
    adopted.write()
    bonds.write()
  }
}
