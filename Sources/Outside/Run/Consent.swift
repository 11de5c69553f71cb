import Circle
import Readings
import Settings
import System

extension Configuration {
  /// Refuses what is configured without a consent: it must not stay off silently, since people rely on it.
  package func refuseWithoutConsent() throws(LapwingError) {
    if !self[Keys.outsideChannels].isEmpty { try refuseMessagesWithoutConsent() }
    if !hasMoreThanBroker { try refuseBrokerWithoutConsent() }
    if !self[Keys.circlePeople].isEmpty { try refuse(Keys.circlePeople.path, without: Keys.circleConsent) }
  }

  /// Refuses messages without a consent: also a test leaves the box.
  func refuseMessagesWithoutConsent() throws(LapwingError) {
    try refuse(Keys.outsideChannels.path, without: Keys.messagesConsent)
  }

  func refuseBrokerWithoutConsent() throws(LapwingError) {
    if self[Keys.mqttHost] != nil { try refuse(Keys.mqttHost.path, without: Keys.messagesConsent) }
  }

  /// Whether people rely on anything but the broker: then no fault of the broker may end this process.
  var hasMoreThanBroker: Bool {
    !self[Keys.outsideChannels].isEmpty || self[Keys.peerName] != nil || self[Keys.circleInvite]
      || self[Keys.updatesAddress] != nil || air != nil
  }

  /// Whether the loadings are kept at a server.
  var hasAccount: Bool { self[Keys.accountServer] != nil }

  func refuseAccountWithoutConsent() throws(LapwingError) {
    if hasAccount { try refuse(Keys.accountServer.path, without: Keys.accountConsent) }
  }

  private func refuse(_ feature: String, without consent: SettingKey<String?>) throws(LapwingError) {
    guard self[consent] == nil else { return }
    throw LapwingError(
      .configuration, code: "no-consent",
      "\(feature) is configured, but without consent (PRIVACY.md says what leaves the box); "
        + "if you agree: lapwing config set \(consent.path) \(UTCTime.today)")
  }
}
