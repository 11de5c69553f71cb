import Sync

/// What the name of a copy says that a synchronisation has made.
package enum SyncWords {
  package static func copies(_ language: Language) -> CopyWords {
    switch language {
    case .english: CopyWords(otherVersion: "(other version)", kept: "(kept)")
    case .korean: CopyWords(otherVersion: "(다른 버전)", kept: "(보존됨)")
    }
  }
}
