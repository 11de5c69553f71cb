import Readings
import System

struct MeterSearch {
  enum Finding: Sendable {
    case opened(PluggedMeter, Descriptor)
    /// A meter cannot be opened; the text says why. It is tried again at each look.
    case refused(String)
  }

  /// Where the kernel lists HID devices, and where their nodes are.
  private let list: String
  private let nodes: String
  private let open: @Sendable (String) throws(LapwingError) -> Descriptor
  private var opened: Set<PluggedMeter> = []
  /// What was said of each meter that cannot be opened. It is said once.
  private var refusals: [PluggedMeter: String] = [:]

  /// - Parameter open: opens a node; a test replaces it.
  init(
    list: String, nodes: String, open: @escaping @Sendable (String) throws(LapwingError) -> Descriptor
  ) {
    self.list = list
    self.nodes = nodes
    self.open = open
  }

  mutating func look() -> [Finding] {
    let plugged = PluggedMeter.all(in: list)
    opened.formIntersection(plugged)
    refusals = refusals.filter { plugged.contains($0.key) }
    var findings: [Finding] = []
    for meter in plugged where !opened.contains(meter) {
      do throws(LapwingError) {
        findings.append(.opened(meter, try open("\(nodes)/\(meter.name)")))
        opened.insert(meter)
        refusals[meter] = nil
      } catch {
        if refusals[meter] != error.message { findings.append(.refused(error.message)) }
        refusals[meter] = error.message
      }
    }
    return findings
  }

  mutating func noteLost(_ meter: PluggedMeter) { opened.remove(meter) }
}
