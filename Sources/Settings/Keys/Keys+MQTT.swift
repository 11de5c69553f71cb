/// The keys of the broker at which the box publishes its state (`lapwing outside`).
extension Keys {
  package static let mqttHost = SettingKey<String?>(
    "outside.mqtt.host", .hostName, nil, .atNextStart,
    "The MQTT broker at which the box publishes its state, such as that of Home Assistant (docs/mqtt.md).")
  package static let mqttPort = SettingKey(
    "outside.mqtt.port", .number(1...65_535, unit: ""), 8883.0, .atNextStart,
    "The port of the MQTT broker; 1883 is the usual one without TLS.")
  package static let mqttTLS = SettingKey(
    "outside.mqtt.tls", true, .atNextStart,
    "Whether the MQTT broker is reached by TLS; without, it must be in your own network.")
  package static let mqttCAFile = SettingKey<String?>(
    "outside.mqtt.ca-file", .path, nil, .atNextStart,
    "The certificate of an authority of your own, in PEM, by which the broker is checked.")
  package static let mqttCertificateFile = SettingKey<String?>(
    "outside.mqtt.certificate-file", .path, nil, .atNextStart,
    "The certificate of the box for the broker, in PEM, if the broker asks for one.")
  package static let mqttKeyFile = SettingKey<String?>(
    "outside.mqtt.key-file", .path, nil, .atNextStart,
    "The private key of that certificate, in PEM; only its owner may read it.")
  package static let mqttUser = SettingKey<String?>(
    "outside.mqtt.user", .shownName, nil, .atNextStart, "The user of the box at the broker.")
  package static let mqttPasswordFile = SettingKey<String?>(
    "outside.mqtt.password-file", .path, nil, .atNextStart,
    "The file with the password of that user, which only the user lapwing-outside can read.")
  package static let mqttClientID = SettingKey<String?>(
    "outside.mqtt.client-id", .topicName, nil, .atNextStart,
    "The name of the box at the broker and in its topics; without one, 16 digits that the box makes once.")
  package static let mqttPrefix = SettingKey(
    "outside.mqtt.prefix", .topicName, "lapwing", .atNextStart, "The first word of all topics of the box.")
  package static let mqttDiscovery = SettingKey(
    "outside.mqtt.discovery", true, .atNextStart, "Whether Home Assistant finds the box and its sensors by itself.")
  package static let mqttCommands = SettingKey(
    "outside.mqtt.commands", false, .atNextStart,
    "Whether who may publish at the broker may give orders to the box; it needs a user or a certificate.")

  static let mqtt: [ConfigurationKey] = [
    mqttHost.plain, mqttPort.plain, mqttTLS.plain, mqttCAFile.plain, mqttCertificateFile.plain, mqttKeyFile.plain,
    mqttUser.plain, mqttPasswordFile.plain, mqttClientID.plain, mqttPrefix.plain, mqttDiscovery.plain,
    mqttCommands.plain,
  ]
}
