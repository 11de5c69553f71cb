import Sessions
import Words

extension TrendSubject {
  var words: TrendsWords { self == .heart ? .heart : .air }
}
