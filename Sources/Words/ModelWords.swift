/// What people call a sensor that is known by its service alone. Other models have the names of their makers.
package enum ModelWords {
  /// - Parameter model: as the decoders name it.
  package static func text(_ model: String, in language: Language) -> String {
    let isKorean = language == .korean
    return switch model {
    case "Heart Rate Service": isKorean ? "심박 센서" : "Heart-rate strap"
    case "Pulse Oximeter Service": isKorean ? "산소포화도 센서" : "Pulse oximeter"
    default: model
    }
  }
}
