/// What a person far away must know to send an ambulance.
package struct EmergencyPlace: Sendable, Equatable {
  package let address: String?
  package let number: String?

  package init(address: String? = nil, number: String? = nil) { (self.address, self.number) = (address, number) }
}
