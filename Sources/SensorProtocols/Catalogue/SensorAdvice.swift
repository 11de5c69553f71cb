package enum SensorAdvice: String, Sendable, CaseIterable {
  case bringNearer = "Bring it nearer."
  case bringNearerRarelySends = "Bring it nearer: it rarely sends its values."
  case bringNearerSendsInTurn = "Bring it nearer: it sends CO2 and VOC in turn."
  case bringNearerKindInScanResponse =
    "Bring it nearer: what kind it is comes in its scan response only."
  case chargeAtmotube = "Charge it, and set its update interval to always on in the Atmotube app."
  case offerCO2Characteristic = "Check that it offers the CO2 concentration characteristic (2B8C)."
  case connectOrBroadcast = "Connect to it, or switch on its heart-rate broadcast."
  case connect = "Connect to it: most of its firmware does not advertise the heart rate."
  case enterBindKey =
    "If it is encrypted, enter its bind key; otherwise check that it sends measurements."
  case configureAtmocube =
    "It is heating up, or its advertising is off: see the Atmocube Configuration Tool."
  case closeMyAmbience = "It is silent while a phone is connected: close the MyAmbience app."
  case waitForWarmUp = "It is warming up: it sends CO2 within a minute after it is switched on."
  case mayUseWiFiOnly =
    "It may send CO2 over Wi-Fi only: CO2 over Bluetooth is not confirmed for this model."
  case closeItsApp = "It must be connected: close its app, which holds its only connection."
  case closeInkbird =
    "It must be connected: close the INKBIRD app, which holds its only connection."
  case switchOffAndOn = "It reports an error of its sensor: switch it off and on."
  case sendsOnEvents =
    "It sends only when something happens. If it is encrypted, enter its bind key."
  case closeItsAppFirstHour =
    "It takes one connection at a time: close its app. It has no value in its first hour."
  case closeAirthings = "It takes one connection at a time: close the Airthings app."
  case shortestQingpingInterval =
    "Its firmware 1.6 and later sends CO2 only occasionally: set the shortest interval in the Qingping+ app."
  case readDisplay = "Look whether its display shows a CO2 value."
  case moistenStrap = "Moisten the strap and check that it is worn."
  case unknownKind = "No sensor of this kind is known."
  case pairFirst = "Pair with the device first."
  case plugIn = "Plug it in: it has no battery."
  case plugIntoBox = "Plug it into the box: it has no radio. In its first minute it warms up."
  case powerByCable = "Power it by its cable: on battery it measures CO2 every half hour."
  case putOnAndCloseApp = "Put it on, warm the finger and keep it still, and close its app."
  case replaceBatteryOrBringNearer = "Replace its battery, or bring it nearer."
  case replaceBattery = "Replace its battery."
  case switchOnSmartHome = "Smart Home integration is off: switch it on in the Aranet Home app."
  case givesNone = "This model gives no readings over Bluetooth."
  case wake = "Wake it: on battery it stops measuring."
  case warmFinger = "Warm the finger and keep it still."

  package var sentence: String { rawValue }
}
