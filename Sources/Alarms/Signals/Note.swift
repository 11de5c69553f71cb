/// A note of the alarm melodies, in equal temperament with A4 at 440 Hz. All are within the 150 to 1000 Hz that
/// IEC 60601-1-8 allows for the fundamental of a pulse.
package enum Note: String, CaseIterable, Sendable {
  case c4 = "C4"
  case e4 = "E4"
  case f4 = "F4"
  case g4 = "G4"
  case a4 = "A4"
  case c5 = "C5"

  package var hertz: Double {
    switch self {
    case .c4: 261.626
    case .e4: 329.628
    case .f4: 349.228
    case .g4: 391.995
    case .a4: 440
    case .c5: 523.251
    }
  }
}

extension SignalFamily {
  /// The five notes of half a high-priority burst: the melodies of IEC 60601-1-8 for cardiovascular and ventilation
  /// alarms, and its general melody for technical alarms.
  package var melody: [Note] {
    switch self {
    case .heart: [.c4, .e4, .g4, .g4, .c5]
    case .air: [.c4, .a4, .f4, .a4, .f4]
    case .technical: [.c4, .c4, .c4, .c4, .c4]
    }
  }
}
