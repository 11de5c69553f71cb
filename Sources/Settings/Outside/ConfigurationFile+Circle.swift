import Circle
import Engine
import Readings
import Yams

/// Reads the keys of the care circle that are more than a number.
extension ConfigurationFile {
  package static func people(_ mapping: Node.Mapping, in path: String) throws(LapwingError) -> [CirclePerson] {
    var people: [CirclePerson] = []
    for (nameNode, node) in mapping {
      let name = nameNode.scalar?.string ?? ""
      let prefix = "\(Keys.circlePeople.path).\(name)"
      guard CircleBounds.isName(name) else {
        throw fault(
          path, line(nameNode),
          "\(Keys.circlePeople.path) has \"\(name)\"; a name has up to 32 letters, digits and hyphens")
      }
      var channels: [String] = [], from = CirclePriority.high, weekly = false, language: MessageLanguage?
      for entry in try entries(of: node, prefix, ["channels", "from", "weekly", "language"], in: path) {
        let key = "\(prefix).\(entry.key)"
        switch entry.key {
        case "channels": channels = try names(entry.value, key, in: path)
        case "from":
          let words = CirclePriority.allCases.map(\.rawValue).joined(separator: ", ")
          guard let priority = CirclePriority(rawValue: entry.value.scalar?.string ?? "") else {
            throw refusal(of: entry.value, key, allowed: "one of \(words)", in: path)
          }
          from = priority
        case "language":
          guard let chosen = MessageLanguage(rawValue: entry.value.scalar?.string ?? "") else {
            throw refusal(of: entry.value, key, allowed: "one of \(MessageLanguage.allowed)", in: path)
          }
          language = chosen
        default:
          guard let bool = entry.value.bool, entry.value.tag.rawValue == Tag.Name.bool.rawValue else {
            throw refusal(of: entry.value, key, allowed: "true or false", in: path)
          }
          weekly = bool
        }
      }
      guard !channels.isEmpty else {
        throw fault(path, line(nameNode), "\(prefix) needs channels, such as channels: [phone]")
      }
      people.append(CirclePerson(name, channels: channels, from: from, weekly: weekly, language: language))
    }
    guard people.count <= CircleBounds.people else {
      throw fault(
        path, line(.mapping(mapping)),
        "\(Keys.circlePeople.path) has \(people.count); at most \(CircleBounds.people) are possible")
    }
    return people
  }

  /// A name, or a list of names.
  private static func names(_ node: Node, _ key: String, in path: String) throws(LapwingError) -> [String] {
    let nodes: [Node] = if case .sequence(let sequence) = node { Array(sequence) } else { [node] }
    let names = nodes.compactMap(\.scalar?.string)
    guard (1...CircleBounds.channels).contains(names.count), names.count == nodes.count,
      Set(names).count == names.count, names.allSatisfy(CircleBounds.isName)
    else {
      throw refusal(
        of: node, key, allowed: "a list of one to \(CircleBounds.channels) different names of outside.channels",
        in: path)
    }
    return names
  }
}

extension CirclePerson: SettingListEntry, CustomStringConvertible {
  package static func stored(_ list: [CirclePerson]) -> ConfigurationValue { .people(list) }

  package var description: String {
    let ways = "channels: [\(channels.joined(separator: ", "))]"
    let words = language.map { ", language: \($0.rawValue)" } ?? ""
    return "\(name): {\(ways), from: \(from.rawValue), weekly: \(weekly)\(words)}"
  }
}

extension CircleHours: SettingWords {
  /// - Parameter words: two times of the day, such as 22:00-07:00.
  package init?(words: String) {
    let parts = words.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let from = DayTime.minutes(parts[0]), let to = DayTime.minutes(parts[1]), from != to else {
      return nil
    }
    self.init(from: from, to: to)
  }

  package var words: String { "\(DayTime.text(from))-\(DayTime.text(to))" }
}

extension CircleWeek: SettingWords {
  private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

  /// - Parameter words: a weekday and a time of the day, such as sunday 18:00.
  package init?(words: String) {
    let parts = words.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, let weekday = Self.weekdays.firstIndex(of: parts[0].lowercased()),
      let minute = DayTime.minutes(parts[1])
    else { return nil }
    self.init(weekday: weekday, minute: minute)
  }

  package var words: String {
    let day = Self.weekdays.indices.contains(weekday) ? Self.weekdays[weekday] : Self.weekdays[0]
    return "\(day) \(DayTime.text(minute))"
  }
}
