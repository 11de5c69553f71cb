import Readings

/// What was deleted is still in the file, since another program reads it.
enum OldBytes {
  static func stay(in path: String, again: String) -> LapwingError {
    LapwingError(
      .tryAgain, code: "still-read",
      "\(path): it is deleted, but another program reads the file, so its old bytes stay there until that ends; run \(again) then"
    )
  }
}
