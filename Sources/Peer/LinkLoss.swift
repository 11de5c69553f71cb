/// Why the other box of a pair counts as lost, as far as this one can know.
package enum LinkLoss: String, Sendable {
  /// Nothing arrives from it.
  case silent
  /// Nothing has arrived from it since this process began.
  case neverHeard
  /// Its datagrams arrive but echo none of this box: it does not receive this one.
  case oneWay
  /// This box has no network.
  case noNetwork
  /// Its `lapwing outside` was ended on purpose.
  case goodbye
  /// Its run was ended on purpose.
  case stopped
  /// Its critical loop does not answer.
  case hangs
  /// Its run is gone.
  case missing

  /// - Parameter box: the name of the other box.
  package func sentence(_ box: String) -> String {
    switch self {
    case .silent: "Nothing is heard of \(box): it has no power, or the network between the two is down."
    case .neverHeard:
      "\(box) has not been heard: is it switched on, in this network, and joined (lapwing peer join)?"
    case .oneWay: "\(box) is heard, but it does not hear this box."
    case .noNetwork: "This box has no network, so it cannot hear \(box)."
    case .goodbye: "lapwing outside of \(box) was stopped on purpose."
    case .stopped: "\(box) was stopped on purpose."
    case .hangs: "\(box) does not answer: its alarms do not work. Restart it."
    case .missing: "\(box) does not run, although its lapwing outside does. Look at its journal."
    }
  }
}
