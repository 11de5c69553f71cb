/// The hidden states of the model. Several of them are shown as one phase: the air of a pressurised cabin moves otherwise
/// than that of an aircraft without one, and a flight does not change from one kind to the other.
enum FlightState: Int, CaseIterable {
  case preFlight, boarding, taxi
  /// The cabin is pumped a little below the field while the engines run up for the take-off.
  case pump
  /// The first minutes after the wheels leave the ground.
  case liftOff
  case climbPressurised, climbOpen
  case cruisePressurised, cruiseOpen
  /// Level after a descent: in a holding, or between two approaches. It is shorter than a cruise.
  case holdPressurised, holdOpen
  case descentPressurised
  /// No flight lands after a minute of descent, so the first part leads to the second one only, or up again.
  case descentOpenBegun, descentOpen
  /// The cabin is at the level of the field already, and the aircraft is not.
  case landingPressurised
  /// Circuit and approach.
  case landingOpen
  /// The last pressure goes after the touchdown.
  case release
  case arrived

  /// Kept, since `allCases` makes a new array each time.
  static let all = allCases
  static let count = all.count

  var phase: Phase {
    switch self {
    case .preFlight: .preFlight
    case .boarding: .boarding
    case .taxi: .taxi
    case .pump, .liftOff: .takeOff
    case .climbPressurised, .climbOpen: .climb
    case .cruisePressurised, .cruiseOpen, .holdPressurised, .holdOpen: .cruise
    case .descentPressurised, .descentOpenBegun, .descentOpen: .descent
    case .landingPressurised, .landingOpen: .landing
    case .release, .arrived: .arrived
    }
  }

  var motion: CabinMotion {
    switch self {
    case .preFlight, .boarding, .taxi, .arrived: .ground
    case .pump: .pump
    case .liftOff: .liftOff
    case .climbPressurised: .climbPressurised
    case .climbOpen: .climbOpen
    case .cruisePressurised, .holdPressurised: .levelPressurised
    case .landingPressurised: .landingPressurised
    case .cruiseOpen, .holdOpen: .levelOpen
    case .descentPressurised: .descentPressurised
    case .descentOpenBegun, .descentOpen: .descentOpen
    case .landingOpen: .approachOpen
    case .release: .release
    }
  }
}
