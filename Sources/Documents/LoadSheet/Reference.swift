import Status

/// A regulation or document that weight and balance refers to.
package struct Reference {
  package let name: String
  package let title: String
  /// What it says, in one or two sentences, and whether it is in force.
  package let summary: String
  package let address: String

  package static let all = [
    Reference(
      name: "14 CFR 91.103", title: "Preflight action",
      summary: "In force. Before a flight, the pilot in command must become familiar with all available information "
        + "concerning that flight. It does not mention the centre of gravity.",
      address: "https://www.ecfr.gov/current/title-14/section-91.103"),
    Reference(
      name: "14 CFR 91.9(a)", title: "Civil aircraft flight manual, marking, and placard requirements",
      summary: "In force. Nobody may operate an aircraft without complying with the limits of its approved flight "
        + "manual, markings and placards. Amendment 91-366, 87 FR 75846, 9 December 2022.",
      address: "https://www.ecfr.gov/current/title-14/section-91.9"),
    Reference(
      name: "14 CFR 91.151", title: "Fuel requirements for flight in VFR conditions",
      summary: "In force. An aeroplane needs fuel to the destination and then for 30 minutes by day, 45 at night; a "
        + "rotorcraft for 20 minutes.",
      address: "https://www.ecfr.gov/current/title-14/section-91.151"),
    Reference(
      name: "14 CFR 23.23", title: "Load distribution limits",
      summary:
        "Not in force since Amendment 23-64 to Part 23 (81 FR 96689, 30 December 2016; effective 30 August 2017, "
        + "a date that was not checked), which replaced it with 14 CFR 23.2100. The four built-in types are older "
        + "than Part 23.",
      address: "https://www.ecfr.gov/current/title-14/section-23.2100"),
    Reference(
      name: "14 CFR 23.2100", title: "Weight and center of gravity",
      summary: "In force for new types. The applicant must determine limits for weights and centres of gravity.",
      address: "https://www.ecfr.gov/current/title-14/section-23.2100"),
    Reference(
      name: "14 CFR 125.91(b)", title: "Airplane requirements: general",
      summary: "In force for Part 125. It asks for a weighing within 36 months. Part 91 sets no interval.",
      address: "https://www.ecfr.gov/current/title-14/section-125.91"),
    Reference(
      name: "AC 120-27F", title: "Aircraft Weight and Balance Control",
      summary: "Of 2019, for operators under Parts 91K, 121, 125 and 135; it does not apply to private flights.",
      address: "https://www.faa.gov/documentLibrary/media/Advisory_Circular/AC_120-27F.pdf"),
  ]

  package var text: String { "\(name)  \(title)\n  \(summary)\n  \(address)\n" }

  package var json: JSONObject { ["name": name, "title": title, "text": summary, "url": address] }
}
