extension SensorFamily {
  /// All families. If two of them share a characteristic, the first one that can make a reading of the value decodes
  /// it.
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
    RadonEye.family,
    WP6003.family,
    ZyAura.family,
    EnvironmentalSensing.family,
    HeartRateService.family,
    Polar.family,
    XOSS.family,
    Movesense.family,
    PulseOximeter.family,
    BerryMed.family,
    O2Ring.family,
    PC60FW.family,
    Contec.family,
    BatteryService.family,
  ]
}
