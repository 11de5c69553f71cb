import Readings

/// The broker as the configuration describes it. Secrets are not in it: it names their files.
package struct MQTTSettings: Sendable, Equatable {
  package let host: String
  package let port: Int
  package let isSecure: Bool
  package let caFile: String?
  /// The certificate of the box and its key.
  package let certificate: (file: String, key: String)?
  package let login: (user: String, passwordFile: String)?
  package let clientID: String?
  package let prefix: String
  package let isDiscovered: Bool
  package let takesCommands: Bool

  package static func == (one: MQTTSettings, other: MQTTSettings) -> Bool {
    one.host == other.host && one.port == other.port && one.clientID == other.clientID && one.prefix == other.prefix
  }
}

extension Configuration {
  /// `nil` without a broker.
  package var mqtt: MQTTSettings? {
    guard let host = self[Keys.mqttHost] else { return nil }
    var certificate: (file: String, key: String)?
    if let file = self[Keys.mqttCertificateFile], let key = self[Keys.mqttKeyFile] { certificate = (file, key) }
    var login: (user: String, passwordFile: String)?
    if let user = self[Keys.mqttUser], let file = self[Keys.mqttPasswordFile] { login = (user, file) }
    return MQTTSettings(
      host: host, port: Int(self[Keys.mqttPort]), isSecure: self[Keys.mqttTLS], caFile: self[Keys.mqttCAFile],
      certificate: certificate, login: login, clientID: self[Keys.mqttClientID], prefix: self[Keys.mqttPrefix],
      isDiscovered: self[Keys.mqttDiscovery], takesCommands: self[Keys.mqttCommands])
  }

  func refuseOddBroker() throws(LapwingError) {
    func refuse(_ sentence: String) -> LapwingError {
      LapwingError(.configuration, code: "bad-configuration", sentence)
    }
    guard (self[Keys.mqttUser] == nil) == (self[Keys.mqttPasswordFile] == nil) else {
      throw refuse("\(Keys.mqttUser.path) and \(Keys.mqttPasswordFile.path) belong together; set both or remove both")
    }
    guard (self[Keys.mqttCertificateFile] == nil) == (self[Keys.mqttKeyFile] == nil) else {
      throw refuse(
        "\(Keys.mqttCertificateFile.path) and \(Keys.mqttKeyFile.path) belong together; set both or remove both")
    }
    guard self[Keys.mqttTLS] || self[Keys.mqttCertificateFile] == nil && self[Keys.mqttCAFile] == nil else {
      throw refuse("\(Keys.mqttTLS.path) is false, and certificates need it; remove them or set it to true")
    }
    guard !self[Keys.mqttCommands] || self[Keys.mqttUser] != nil || self[Keys.mqttCertificateFile] != nil else {
      throw refuse(
        "\(Keys.mqttCommands.path) needs \(Keys.mqttUser.path) or \(Keys.mqttCertificateFile.path): a broker that lets "
          + "everyone in would let everyone give orders")
    }
  }
}
