/// The aircraft files of this folder as part of the binary, so that a box needs no other file.
///
/// The build reads them from this folder: the JSON files are the only source.
package enum ShippedAircraft {
  /// The files with their names, in the order of names.
  package static var files: [(name: String, bytes: [UInt8])] {
    [
      ("bonanza-a36.json", PackageResources.bonanza_a36_json),
      ("cessna-172m.json", PackageResources.cessna_172m_json),
      ("cherokee-six-pa32.json", PackageResources.cherokee_six_pa32_json),
      ("navajo-chieftain-pa31.json", PackageResources.navajo_chieftain_pa31_json),
    ]
  }
}
