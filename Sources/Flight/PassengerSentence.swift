/// A sentence of ``PassengerAdvice``. Its raw value is what the box sends and prints.
package enum PassengerSentence: String, Sendable, CaseIterable {
  case openVent = "Ensure overhead vent is open."
  case openVentAndCaffeine =
    "Ensure overhead vent is open. Consider caffeine if you haven't had any."
  case openVentFully =
    "Open overhead vent fully and direct airflow toward your face. Take slow, deep breaths. Drink 200ml water."
  case prepareToOpenVent = "Prepare to open vent when seatbelt sign turns off."
  case prepareToOpenVentAfterTakeOff =
    "Prepare to open vent when seatbelt sign turns off. Levels typically improve after takeoff."
  case alertCrew = "If you smell oil or feel burning eyes/throat, alert flight crew immediately."
  case armyTrial =
    "US Army trial: caffeine taken before mitigated hypercapnia and headache in air with up to 80,000 ppm."
  case harvardStudy =
    "Harvard study, 2018: the odds that pilots passed a flight maneuver were 1.69 times higher at 700 ppm than at 2,500 ppm."
  case fumeEvents =
    "LA Times investigation, 2020: crews reported 362 fume events in two years; about 400 people sought medical attention."
  case limitsOfTrial =
    "The trial gave 400 mg, and headache began at 40,000 ppm. At the levels of a cabin no study was found."
  case cannotChangeVentilation = "You cannot significantly change cabin ventilation."
  case limitsOfMasks =
    "Masks cannot filter CO₂—it's a gas. For VOCs, consumer masks provide limited protection."
}
