import System

extension Configuration {
  /// Where people of the network find the page: by the name of the box, which lasts longer than its address. `nil` if the page is
  /// off for them.
  package var pageAddress: String? {
    guard self[Keys.panelEnabled], !InternetAddress.isLoopback(self[Keys.panelAddress]) else { return nil }
    let scheme = self[Keys.panelTLS] == .without ? "http" : "https"
    return "\(scheme)://\(HostName.text).local:\(Int(self[Keys.panelPort]))/"
  }
}
