extension DataField {
  /// Reads a source: an object, or the name of one of the file's `sources`. The hash of its check is verified here;
  /// ``sourced(plain:_:numbers:)`` verifies the number.
  func source() throws(DataFileError) -> Source {
    if isText, reading.givesSourcesOnce {
      let name = try line()
      guard let source = reading.sources[name] else { throw unknown(name, "source", reading.sources.keys.sorted()) }
      return source
    }
    var object = try object()
    let source = Source(
      document: try object.required("document").line(), section: try object.required("section").line(),
      publisher: try object.required("publisher").line(),
      datePublished: try object.required("datePublished").dayOfPublication(),
      tcdsNumber: try object.nullable("tcdsNumber")?.line(), url: try object.nullable("url")?.address(),
      confidence: try object.required("confidence").choice(), lastVerified: try object.required("lastVerified").day(),
      notes: try object.required("notes").text(), check: try object.optional("check")?.sourceCheck())
    try object.finish()
    return source
  }

  /// Reads a source that a file gives once. Only the document must be named.
  fileprivate func sharedSource() throws(DataFileError) -> Source {
    if isText, !reading.sources.isEmpty { return try source() }
    var object = try object()
    let source = Source(
      document: try object.required("document").line(),
      section: try object.optional("section")?.line() ?? "not given",
      publisher: try object.optional("publisher")?.line() ?? "not given",
      datePublished: try object.optional("datePublished")?.dayOfPublication() ?? "unknown",
      tcdsNumber: try object.optional("tcdsNumber")?.unlessNull?.line(),
      url: try object.optional("url")?.unlessNull?.address(),
      confidence: try object.optional("confidence")?.choice() ?? .low,
      lastVerified: try object.optional("lastVerified")?.day() ?? "unknown",
      notes: try object.optional("notes")?.text() ?? "", check: try object.optional("check")?.sourceCheck())
    try object.finish()
    return source
  }

  private var unlessNull: DataField? { isNull ? nil : self }

  private func sourceCheck() throws(DataFileError) -> SourceCheck {
    var object = try object()
    let textField = try object.required("text")
    let hashField = try object.required("sha256")
    let check = SourceCheck(
      text: try textField.text(), sha256: try hashField.text(), verifier: try object.required("verifier").line(),
      date: try object.required("date").day())
    guard !check.text.isEmpty else { throw textField.fault("is empty; transcribe the passage of the document") }
    guard check.sha256 == SHA256.hexadecimal(check.text.utf8) else {
      throw hashField.fault("is not the SHA-256 of the transcribed text; compare the text with the document again")
    }
    try object.finish()
    return check
  }

  /// Reads a value with its source: an object with the keys `value` and, if it has one, `unit`. In a file with a source
  /// for all its numbers, a plain value is enough.
  ///
  /// - Parameters:
  ///   - plain: reads a plain value.
  ///   - read: reads one value from an object with `value` and `unit`; it is also called for every alternative.
  ///   - numbers: the numbers of a value that must be in the transcribed passage.
  func sourced<Value>(
    plain: (DataField) throws(DataFileError) -> Value, _ read: (inout DataObject) throws(DataFileError) -> Value,
    numbers: (Value, DataField) throws(DataFileError) -> [ExactDecimal]
  ) throws(DataFileError) -> Sourced<Value> {
    if !isObject, !isPlaceholder, let source = reading.defaultSource {
      let value = try plain(self)
      try verify(try numbers(value, self), in: source, of: self)
      return Sourced(value, source: source)
    }
    var object = try object()
    let value = try read(&object)
    let isKnown = try object.isKnown()
    let (source, sourceField) = try object.source(of: self)
    var alternatives: [Sourced<Value>.Alternative] = []
    for field in try object.optional("alternatives")?.list(0...20) ?? [] {
      var other = try field.object()
      let value = try read(&other)
      alternatives.append(Sourced.Alternative(value: value, source: try other.required("source").source()))
      try other.finish()
    }
    try object.finish()
    if source.check != nil { try verify(try numbers(value, self), in: source, of: sourceField) }
    return Sourced(value, isKnown: isKnown, source: source, alternatives: alternatives)
  }

  private func verify(_ numbers: [ExactDecimal], in source: Source, of field: DataField) throws(DataFileError) {
    guard let check = source.check else { return }
    let written = Passage.numbers(in: check.text)
    guard numbers.allSatisfy(written.contains) else {
      throw field.fault("its check fails: a number of \(path) is not in the transcribed text; compare them")
    }
  }

  /// A quantity with unit and source.
  func sourcedQuantity<Unit: QuantityUnit>(
    _ allowed: NumberRange, of _: Unit.Type = Unit.self
  ) throws(DataFileError) -> Sourced<Exact<Unit>> {
    try sourced(
      plain: { (field) throws(DataFileError) in try field.plainAmount(allowed) },
      { (object: inout DataObject) throws(DataFileError) in try object.quantity(allowed) },
      numbers: { (_, field) throws(DataFileError) in [try field.valueNumber()] })
  }

  /// The number of a value that is given plainly or in an object.
  func valueNumber() throws(DataFileError) -> ExactDecimal {
    if isNumber { return try number() }
    var object = try object()
    return try object.required("value").number()
  }

  /// The error for a name that does not exist.
  func unknown(_ word: String, _ kind: String, _ allowed: [String]) -> DataFileError {
    let remedy = allowed.isEmpty ? "the aircraft has none" : "use \(allowed.joined(separator: ", "))"
    return fault("there is no \(kind) “\(word)”; \(remedy)")
  }
}

extension DataObject {
  /// Reads the sources that a file gives once: by name under `sources`, and for all its numbers under `source`.
  mutating func readSharedSources() throws(DataFileError) {
    if let field = optional("sources") {
      var object = try field.object()
      for name in object.allKeys() { reading.sources[name] = try object.optional(name)?.sharedSource() }
    }
    if let field = optional("source") { reading.defaultSource = try field.sharedSource() }
  }

  /// Whether the value of this object is the true one.
  mutating func isKnown() throws(DataFileError) -> Bool {
    if let field = optional("known") { return try field.truth() }
    if reading.givesSourcesOnce { return true }
    return try required("known").truth()
  }

  /// The source of the value of this object: its own, or the one of the file.
  /// - Parameter field: the value, for an error if the file's source does not fit.
  mutating func source(of field: DataField) throws(DataFileError) -> (source: Source, field: DataField) {
    if let own = optional("source") { return (try own.source(), own) }
    if let shared = reading.defaultSource { return (shared, field) }
    let own = try required("source")
    return (try own.source(), own)
  }
}
