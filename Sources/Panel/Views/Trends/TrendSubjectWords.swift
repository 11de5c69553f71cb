import Sessions

extension TrendSubject {
  var words: TrendsWords { self == .heart ? .heart : .air }
}
