import Alarms
import CGPIO
import Glibc
import Readings

/// The lamps, buttons, buzzer and vibration motor of a board, on lines of a GPIO chip that this process has requested
/// from the kernel. The lines are released with the value.
///
/// `@unchecked`: one thread creates it and passes it to the critical loop, which is the only user from then on.
package final class GPIOLines: LampDriver, @unchecked Sendable {
  package struct Failure: Error, Sendable, Equatable {
    /// One English sentence: which line of which chip, and why.
    package let message: String
  }

  /// A change of a button, as the kernel reports it after debouncing.
  package struct ButtonEdge: Sendable, Equatable {
    /// The index in ``LinePlan/buttons``.
    package let button: Int
    package let isPressed: Bool
    /// The time of the change by the kernel's monotonic clock.
    package let kernelNanoseconds: UInt64
  }

  private let outputs: OpaquePointer?
  private let inputs: OpaquePointer?
  /// The line offset of each output, by the output's raw value.
  private let offsets: [UInt32?]
  private var buttonOffsets: [UInt32?] = []
  private let isOneLamp: Bool

  /// Requests the lines; all outputs are inactive. It may wait for the kernel, so never call it in the critical loop.
  package init(_ plan: LinePlan) throws(Failure) {
    isOneLamp = plan.isOneLamp
    let path = try Self.findChip(plan.chip)
    let chip = plan.chip ?? path
    var wanted: [cgpio_line] = []
    var offsets = [UInt32?](repeating: nil, count: BoardOutput.allCases.count)
    for output in BoardOutput.allCases {
      guard let line = plan.outputs[output] else { continue }
      let offset = try Self.offset(of: line, chip: chip, path: path)
      offsets[output.rawValue] = offset
      wanted.append(Self.line(line, at: offset, isOutput: true, debounceMilliseconds: 0))
    }
    self.offsets = offsets
    outputs = try Self.request(wanted, chip: chip, path: path)
    wanted = []
    do throws(Failure) {
      for button in plan.buttons {
        guard let button else {
          buttonOffsets.append(nil)
          continue
        }
        let offset = try Self.offset(of: button, chip: chip, path: path)
        buttonOffsets.append(offset)
        wanted.append(
          Self.line(button, at: offset, isOutput: false, debounceMilliseconds: plan.debounceMilliseconds))
      }
      inputs = try Self.request(wanted, chip: chip, path: path)
    } catch {
      if let outputs { cgpio_release(outputs) }
      throw error
    }
  }

  deinit {
    if let outputs { cgpio_release(outputs) }
    if let inputs { cgpio_release(inputs) }
  }

  /// The device file of a GPIO chip, by its label, name or path, or of the 40-pin header; `nil` if there is none that this
  /// user may open. A path is returned unchanged.
  package static func device(ofChip label: String?) -> String? { try? findChip(label) }

  /// The labels of the chips of the 40-pin header: of the Raspberry Pi 4, of those before it, and of the 5.
  private static let headers = ["pinctrl-bcm2711", "pinctrl-bcm2835", "pinctrl-rp1"]

  /// Why there is no such chip, in one sentence, with those that there are.
  package static func missingChip(_ label: String?) -> String {
    var text = [CChar](repeating: 0, count: 1024)
    let count = cgpio_list_chips(&text, UInt(text.count))
    let chips = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return "there is no GPIO chip \(label ?? "of a Raspberry Pi's header") that this user may open; "
      + (count > 0 ? "there are \(chips)" : "there is no other one either")
  }

  package func has(_ output: BoardOutput) -> Bool { offsets[output.rawValue] != nil }

  /// Switches a lamp on or off. Without effect if the board does not have the lamp.
  package func set(_ lamp: Lamp, isLit: Bool) throws(BoardFault) {
    let isTaken =
      switch lamp {
      case .red: set(.red, isActive: isLit)
      case .yellow where isOneLamp:
        // Set both lines, even if the first fails.
        [set(.red, isActive: isLit), set(.green, isActive: isLit)] == [true, true]
      case .yellow: set(.yellow, isActive: isLit)
      case .green: set(.green, isActive: isLit)
      case .blue: set(.blue, isActive: isLit)
      }
    if !isTaken { throw .lamp(lamp) }
  }

  /// Switches an output on or off.
  /// - Returns: whether the line was set; `true` if the board does not have the output.
  @discardableResult package func set(_ output: BoardOutput, isActive: Bool) -> Bool {
    guard let offset = offsets[output.rawValue] else { return true }
    return cgpio_set(outputs, offset, isActive ? 1 : 0) == 0
  }

  /// Reads an output back from the hardware; `nil` if it cannot be read or does not exist.
  package func isActive(_ output: BoardOutput) -> Bool? {
    guard let offset = offsets[output.rawValue] else { return nil }
    let value = cgpio_get(outputs, offset)
    return value < 0 ? nil : value == 1
  }

  /// The descriptor that is readable while a change of a button is waiting; `nil` if there are no buttons.
  package var buttonDescriptor: Int32? { inputs.map { cgpio_descriptor($0) } }

  /// The oldest waiting change of a button; `nil` if there is none. Never waits.
  /// - Throws: if the lines are lost.
  package func nextButtonEdge() throws(Failure) -> ButtonEdge? {
    guard let inputs else { return nil }
    var edge = cgpio_edge()
    let count = cgpio_next_edge(inputs, &edge)
    if count < 0 { throw Failure(message: "the lines of the buttons are lost: \(SystemFault.reason)") }
    guard count == 1, let button = buttonOffsets.firstIndex(where: { $0 == edge.offset }) else { return nil }
    return ButtonEdge(button: button, isPressed: edge.is_active != 0, kernelNanoseconds: edge.nanoseconds)
  }

  /// Whether a button is pressed now; `nil` if it cannot be read or does not exist.
  package func isPressed(_ button: Int) -> Bool? {
    guard let inputs, buttonOffsets.indices.contains(button), let offset = buttonOffsets[button] else { return nil }
    let value = cgpio_get(inputs, offset)
    return value < 0 ? nil : value == 1
  }

  private static func findChip(_ label: String?) throws(Failure) -> String {
    var path = [CChar](repeating: 0, count: 256)
    let labels = label.map { [$0] } ?? headers
    guard labels.contains(where: { cgpio_find_chip($0, &path, UInt(path.count)) == 0 }) else {
      throw Failure(message: missingChip(label))
    }
    return String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func offset(of line: BoardLine, chip: String, path: String) throws(Failure) -> UInt32 {
    if let offset = UInt32(line.name) {
      guard offset < cgpio_line_count(path) else {
        throw Failure(message: "the GPIO chip \(chip) has no line \(offset); gpioinfo lists its lines")
      }
      return offset
    }
    if let offset = UInt32(exactly: cgpio_find_line(path, line.name)) { return offset }
    guard device(ofChip: nil) == path, let offset = headerOffset(line.name) else {
      throw Failure(message: "the GPIO chip \(chip) has no line named \(line.name); gpioinfo lists its lines")
    }
    return offset
  }

  /// The number of a line of the 40-pin header by the name that people give it, GPIO0 to GPIO27. Kernels name some by their
  /// second purpose (GPIO4 is GPIO_GCLK in Debian's), but the numbers are those of the header on every Raspberry Pi.
  static func headerOffset(_ name: String) -> UInt32? {
    guard name.hasPrefix("GPIO"), let number = UInt32(name.dropFirst(4)), number < 28 else { return nil }
    return number
  }

  private static func line(
    _ line: BoardLine, at offset: UInt32, isOutput: Bool, debounceMilliseconds: Int
  ) -> cgpio_line {
    cgpio_line(
      offset: offset, is_output: isOutput ? 1 : 0, is_active_low: line.isActiveLow ? 1 : 0, bias: line.bias.rawValue,
      drive: line.drive.rawValue, debounce_microseconds: UInt32(clamping: debounceMilliseconds * 1000))
  }

  private static func request(
    _ lines: [cgpio_line], chip: String, path: String
  ) throws(Failure) -> OpaquePointer? {
    guard !lines.isEmpty else { return nil }
    guard let request = cgpio_request(path, lines, UInt32(lines.count)) else {
      let numbers = lines.map { "\($0.offset)" }.joined(separator: ", ")
      let reason = SystemFault.reason
      throw Failure(
        message: "the lines \(numbers) of the GPIO chip \(chip) cannot be used: \(reason); gpioinfo shows their users"
      )
    }
    return request
  }
}
