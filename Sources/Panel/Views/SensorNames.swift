import Readings
import Settings
import Status
import Words

/// What people call the sensors: by the running box, and while it does not answer by the file.
struct SensorNames: Sendable {
  private let heard: [String: SensorReport.Identity]
  private let configuration: Configuration
  private let language: Language

  init(_ request: PanelRequest) {
    let sensors = request.panel.feed.state.status?.sensors ?? []
    heard = Dictionary(sensors.map { ($0.identity.address, $0.identity) }) { $1 }
    configuration = request.panel.configuration
    language = request.language
  }

  /// The name of a sensor and the person who wears it, such as `Polar H10 · Anna`.
  /// - Parameters:
  ///   - model: for a sensor without a name.
  ///   - showsEnd: whether the end of the address follows it, since a box may have two of a model.
  func name(of address: String, _ model: String?, showsEnd: Bool = true) -> String {
    let known = heard[address], number = DeviceAddress(address)
    let name =
      known?.name ?? number.flatMap { configuration.name(of: $0) }
      ?? model.map { ModelWords.text($0, in: language) + (showsEnd ? " \(address.suffix(5))" : "") } ?? address
    let person = known?.person ?? number.flatMap { configuration.person(of: $0) }
    return person.map { $0 == name ? name : "\(name) · \($0)" } ?? name
  }
}
