import Alarms
import Bluetooth
import Board
import Characters
import Circle
import Engine
import FoundationEssentials
import Readings
import SensorProtocols
import System
import Yams

/// Reads the configuration file: YAML in which every key is optional and unknown keys are refused. Errors name the
/// path, the line, the value and what is allowed.
package enum ConfigurationFile {
  /// The value of a key, and the line of the key in the file.
  package struct Entry {
    package var value: ConfigurationValue
    package var line: Int
  }

  /// In bytes: hundreds of times what every key needs. Such a file is another one by mistake.
  static let longest = 1 << 20

  package static func read(_ path: String) throws(LapwingError) -> [String: Entry] {
    let bytes = try FileBytes.read(path, mayWait: false, longest: longest)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw LapwingError(
        .configuration, code: "bad-configuration", "\(path): this is not a text in UTF-8; save it in that encoding")
    }
    return try entries(of: text, in: path)
  }

  package static func entries(of text: String, in path: String) throws(LapwingError) -> [String: Entry] {
    let root: Node?
    do {
      root = try Yams.compose(yaml: text.withoutByteOrderMark)
    } catch {
      throw fault(path, syntaxFault(error))
    }
    var entries: [String: Entry] = [:]
    if let root, !isNothing(root) { try collect(root, below: "", of: path, into: &entries) }
    return entries
  }

  private static func collect(
    _ node: Node, below prefix: String, of path: String, into entries: inout [String: Entry]
  ) throws(LapwingError) {
    guard case .mapping(let mapping) = node else {
      let name = prefix.isEmpty ? "the file" : prefix
      throw fault(path, line(node), "\(name) must hold keys; allowed are \(names(below: prefix))")
    }
    for (keyNode, valueNode) in mapping {
      guard let name = keyNode.scalar?.string, !name.contains(".") else {
        throw fault(path, line(keyNode), "a key must be a word without a dot; write each level on a line of its own")
      }
      let keyPath = prefix.isEmpty ? name : "\(prefix).\(name)"
      if let key = Keys.all.first(where: { $0.path == keyPath }) {
        entries[keyPath] = Entry(value: try value(valueNode, of: key, in: path), line: line(keyNode))
      } else if Keys.all.contains(where: { $0.path.hasPrefix("\(keyPath).") }) {
        if !isNothing(valueNode) { try collect(valueNode, below: keyPath, of: path, into: &entries) }
      } else {
        throw fault(path, line(keyNode), "unknown key \(keyPath); allowed are \(names(below: prefix))")
      }
    }
  }

  private static func value(
    _ node: Node, of key: ConfigurationKey, in path: String
  ) throws(LapwingError) -> ConfigurationValue {
    let tag = node.tag.rawValue
    let text = node.scalar?.string ?? ""
    if case .mapping(let mapping) = node {
      switch key.kind {
      case .bindKeys: return .bindKeys(try bindKeys(mapping, in: path))
      case .sensors: return .sensors(SensorSelection(try words(mapping, of: key, in: path)))
      case .pressureCorrection:
        return .pressureCorrection(PressureCorrection(try words(mapping, of: key, in: path)))
      case .persons: return .persons(try persons(mapping, in: path))
      case .ownSensors: return .ownSensors(try ownSensors(mapping, in: path))
      case .channels: return .channels(try channels(mapping, in: path))
      case .people: return .people(try people(mapping, in: path))
      case .airSources: return .airSources(try airSources(mapping, in: path))
      default: break
      }
    }
    if case .sound = key.kind, let way = SoundWay(node) { return way.stored }
    switch key.kind {
    case .bindKeys where text == "none": return .bindKeys([:])
    case .sensors where text == "any": return .sensors(.anyKnown)
    case .pressureCorrection where text == PressureCorrection.Way.automatic.rawValue:
      return .pressureCorrection(.automatic)
    case .persons where text == "none" || isNothing(node): return .persons([])
    case .ownSensors where text == "none" || isNothing(node): return .ownSensors([])
    case .channels where text == "none" || isNothing(node): return .channels([])
    case .people where text == "none" || isNothing(node): return .people([])
    case .airSources where text == "none" || isNothing(node): return .airSources([])
    case .place where text == "none" || PlaceText.read(text) != nil: return .text(text)
    case .hours where text == "none" || CircleHours(words: text) != nil: return .text(text)
    case .weekTime where CircleWeek(words: text) != nil: return .text(text)
    case .date where text == "none" || ConsentDate.isValid(text): return .text(text)
    case .shownName where text == "none" || ShownName.isValid(text): return .text(text)
    case .address where text == "none" || ShownName.isValid(text, longest: ShownName.longestAddress): return .text(text)
    case .hostName where ServerName.isValid(text): return .text(text)
    case .topicName where TopicName.isValid(text): return .text(text)
    case .peerAddress where text == "none" || PeerAddress(text, standardPort: 1) != nil: return .text(text)
    case .webAddress where text == "none" || WebAddress(text) != nil: return .text(text)
    case .pageAddress where text == "none" || PageAddress.read(text) != nil: return .text(text)
    case .adapter where AdapterChoice(text) != nil: return .text(text)
    case .path where tag == Tag.Name.str.rawValue && ConfigurationKey.isFile(text): return .text(text)
    case .socketPath where tag == Tag.Name.str.rawValue && ConfigurationKey.isFile(text):
      if text.utf8.count <= UnixSocketPath.longest { return .text(text) }
    case .internetAddress where InternetAddress.isValid(text): return .text(text)
    case .name where tag == Tag.Name.str.rawValue && !text.isEmpty && !text.contains("\0"): return .text(text)
    // A line's number needs no quotation marks.
    case .line where (tag == Tag.Name.str.rawValue || tag == Tag.Name.int.rawValue) && BoardLine(text) != nil:
      return .text(text)
    // `null` or a file as a sound device would be silent, and nothing would report it.
    case .soundDevice where text == "none" || SoundDevice(text)?.isHeard == true: return .text(text)
    case .choice(let words) where words.contains(text): return .text(text)
    case .bool where tag == Tag.Name.bool.rawValue:
      if let bool = node.bool { return .bool(bool) }
    case .number(let range, _): if let number = number(node, in: range) { return .number(number) }
    default: break
    }
    throw refusal(of: node, key.path, allowed: key.kind.allowed, in: path)
  }

  /// Reads a number in plain digits. YAML also takes 15:00 for 900 and 0x10 for 16, which is refused.
  package static func number(_ node: Node, in range: ClosedRange<Double>) -> Double? {
    let tag = node.tag.rawValue, text = node.scalar?.string ?? ""
    guard tag == Tag.Name.int.rawValue || tag == Tag.Name.float.rawValue,
      text.allSatisfy({ "0123456789.+-".contains($0) }), let number = Double(text), range.contains(number)
    else { return nil }
    return number
  }

  /// The error for a key with a value that is not allowed. An invisible character is shown as U+XXXX.
  package static func refusal(of node: Node, _ key: String, allowed: String, in path: String) -> LapwingError {
    let given = node.scalar.map { "\"\(HiddenCharacter.visible($0.string))\"" } ?? "a list or keys"
    return fault(path, line(node), "\(key) is \(given); allowed is \(allowed)")
  }

  /// An error never shows the key, because it is a secret.
  private static func bindKeys(
    _ mapping: Node.Mapping, in path: String
  ) throws(LapwingError) -> [DeviceAddress: BindKey] {
    var keys: [DeviceAddress: BindKey] = [:]
    for (addressNode, keyNode) in mapping {
      let address = try self.address(addressNode, Keys.bindKeys.path, in: path)
      guard let key = BindKey(keyNode.scalar?.string ?? "") else {
        throw fault(path, line(keyNode), "the bind key of \(address) must have 32 hexadecimal digits")
      }
      guard keys.updateValue(key, forKey: address) == nil else {
        throw fault(path, line(addressNode), "\(Keys.bindKeys.path) has \(address) twice")
      }
    }
    return keys
  }

  /// Reads lines with a sensor, or a kind of sensors, and a word for it.
  private static func words<Word: RawRepresentable<String> & CaseIterable>(
    _ mapping: Node.Mapping, of key: ConfigurationKey, in path: String
  ) throws(LapwingError) -> [SensorSubject: Word] {
    var lines: [SensorSubject: Word] = [:]
    for (subjectNode, wordNode) in mapping {
      let name = subjectNode.scalar?.string ?? ""
      guard let subject = SensorSubject(name) else {
        throw fault(
          path, line(subjectNode),
          "\(key.path) has \"\(name)\", which is neither an address nor the beginning of a name in `lapwing sensors`")
      }
      guard let word = Word(rawValue: wordNode.scalar?.string ?? "") else {
        let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
        throw fault(path, line(wordNode), "\(key.path) has an unknown value for \(name); allowed is one of \(words)")
      }
      guard lines.updateValue(word, forKey: subject) == nil else {
        throw fault(path, line(subjectNode), "\(key.path) has \(name) twice")
      }
    }
    return lines
  }

  package static func isNothing(_ node: Node) -> Bool {
    node.scalar.map { ["", "~", "null"].contains($0.string) && $0.style == .plain } ?? false
  }

  package static func line(_ node: Node) -> Int { node.mark?.line ?? 1 }

  private static func names(below prefix: String) -> String {
    let start = prefix.isEmpty ? "" : "\(prefix)."
    var names: [String] = []
    for key in Keys.all where key.path.hasPrefix(start) {
      let name = key.path.dropFirst(start.count).prefix { $0 != "." }
      if !names.contains(String(name)) { names.append(String(name)) }
    }
    return names.joined(separator: ", ")
  }

  private static func syntaxFault(_ error: any Error) -> (line: Int, String) {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      (mark.line, "not YAML: \(problem)")
    case .duplicatedKeysInMapping(let duplicates, let context):
      (context.mark.line, "key \(duplicates.map(\.description).joined(separator: ", ")) is given twice")
    case .reader(let problem, _, _, _): (1, "not YAML: \(problem)")
    default: (1, "not YAML")
    }
  }

  package static func fault(_ path: String, _ line: Int, _ message: String) -> LapwingError {
    LapwingError(.configuration, code: "bad-configuration", "\(path):\(line): \(message)")
  }

  private static func fault(_ path: String, _ fault: (line: Int, message: String)) -> LapwingError {
    self.fault(path, fault.line, fault.message)
  }
}

/// The day on which a person has agreed to something.
enum ConsentDate {
  /// Whether a text is a day that exists, such as 2026-11-26.
  static func isValid(_ text: String) -> Bool {
    guard text.utf8.count == 10, let date = try? Date(text + "T00:00:00Z", strategy: .iso8601) else { return false }
    return UTCTime.text(unixSeconds: Int64(date.timeIntervalSince1970)).hasPrefix(text)
  }
}
