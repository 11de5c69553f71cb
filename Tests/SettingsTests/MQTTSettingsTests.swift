import BoxSupport
import Readings
import Settings
import TestSupport
import Testing

/// `outside.mqtt`: the broker at which the box publishes.
@Suite struct `The settings of an MQTT broker` {
  private func refusal(of broker: String) throws -> String? {
    try WrittenConfiguration().refusal(of: "outside: {mqtt: {\(broker)}}\n")?.message
  }

  @Test func `need a host and nothing else`() throws {
    let configuration = try WrittenConfiguration().read("outside: {mqtt: {host: broker.lan}}\n")
    let broker = try #require(configuration.mqtt)
    #expect(broker.host == "broker.lan" && broker.port == 8883 && broker.isSecure && broker.prefix == "lapwing")
    #expect(broker.clientID == nil && broker.login == nil && broker.isDiscovered && !broker.takesCommands)
    #expect(try WrittenConfiguration().read("outside: {mqtt: {client-id: bedroom}}\n").mqtt == nil)
  }

  @Test(arguments: [
    ("host: a, user: box", "belong together"), ("host: a, password-file: /a", "belong together"),
    ("host: a, certificate-file: /a", "belong together"), ("host: a, key-file: /a", "belong together"),
    ("host: a, tls: false, ca-file: /a", "certificates need it"), ("host: a, commands: true", "everyone give orders"),
    ("host: \"a/b\"", "outside.mqtt.host is"), ("host: \"-a\"", "outside.mqtt.host is"),
    ("host: \"broker.lan:1883\"", "outside.mqtt.host is"),
    ("host: a, client-id: \"a/b\"", "letters, digits"), ("host: a, prefix: \"#\"", "letters, digits"),
    ("host: a, client-id: \"+\"", "letters, digits"), ("host: a, port: 0", "1 to 65535"),
  ]) func `are refused if they cannot be meant`(broker: String, words: String) throws {
    let sentence = try refusal(of: broker) ?? "accepted"
    #expect(sentence.contains(words), "\(sentence)")
  }

  @Test(arguments: [
    "host: 192.168.1.2, tls: false, port: 1883", "host: \"::1\"",
    "host: a.b-c.example, user: box, password-file: /a, commands: true",
    "host: a, certificate-file: /a, key-file: /b, commands: true, client-id: box_1, prefix: home",
  ]) func `are accepted`(broker: String) throws {
    #expect(try refusal(of: broker) == nil)
  }
}
