extension SensorFamily {
  /// All families. A characteristic that two of them share goes to the first that makes a reading of it.
  static let all: [SensorFamily] = [
    Aranet.family,
    Inkbird.family,
    Qingping.family,
    Sensirion.family,
    SwitchBot.family,
    Govee.family,
    Ruuvi.family,
    Airthings.family,
    BTHome.family,
    Relsib.family,
    AirMentor.family,
    Atmo.family,
    Almendo.family,
    WP6003.family,
    EnvironmentalSensing.family,
    HeartRateService.family,
    Polar.family,
    XOSS.family,
    Movesense.family,
    PulseOximeter.family,
    BatteryService.family,
  ]
}
