import Documents
import Status
import Web
import WeightBalance
import Words

extension BalanceView {
  private var units: SheetUnits { form.units }
  private func amount<Unit: QuantityUnit>(_ value: Exact<Unit>, _ unit: Unit) -> String {
    "\(value.text(in: unit, places: 1)) \(unit.symbol)"
  }

  /// The form. It is sent with its address, so that a loading can be marked, gone back to, and sent to someone; nothing
  /// is stored by that.
  var fields: HTML {
    """
    <form id="loading" method="get" action="/balance/sheet">\(hidden)
    \(choices)
    <fieldset><legend>\(text(BalanceWords.people))</legend>\(HTML(form.loads.map(load)))\(stored)</fieldset>
    \(fuel)\(empty)
    <p class="row"><button class="primary">\(text(BalanceWords.compute))</button>\
    <button formaction="/balance/sheet.pdf">\(text(BalanceWords.print))</button> \
    <a class="button" href="/balance/sources?aircraft=\(FormFields.encoded(form.aircraft.id))">\
    \(text(BalanceWords.sources))</a></p>
    \(keep)
    </form>
    """
  }

  /// What the form is about, and the units of what is typed into it.
  private var hidden: HTML {
    let fields = [
      ("scenario", form.file), ("tail", form.file == nil ? form.tail : nil),
      ("aircraft", form.file == nil ? form.aircraft.id : nil), ("typed", form.system.rawValue),
      ("was", form.file == nil ? nil : query.filled("was") ?? form.state),
      ("typed-fuel", form.density == nil ? nil : form.fuelMeasure.rawValue),
    ]
    return fields.html { name, value in
      value.map { "<input type=\"hidden\" name=\"\(name)\" value=\"\($0)\">" } ?? .nothing
    }
  }

  private var choices: HTML {
    let systems = UnitSystem.allCases.html { system in
      let selected: HTML = system == form.system ? " selected" : .nothing
      let words: BalanceWords = system == .metric ? .metric : .imperial
      return "<option value=\"\(system.rawValue)\"\(selected)>\(text(words))</option>"
    }
    let categories = form.aircraft.categories.html { category in
      let selected: HTML = category.id == form.category ? " selected" : .nothing
      return "<option value=\"\(category.id)\"\(selected)>\(terms.name(category.name))</option>"
    }
    return """
      <div class="columns"><div><label for="units">\(text(BalanceWords.units))</label>\
      <select id="units" name="units">\(systems)</select></div>
      <div><label for="category">\(text(BalanceWords.category))</label>\
      <select id="category" name="category">\(categories)</select></div></div>
      """
  }

  /// The stored people and bags: a browser offers them in the fields of weights.
  private var stored: HTML {
    guard !form.stored.isEmpty else { return .nothing }
    return [true, false].html { isPerson in
      let options = form.stored.filter { $0.isPerson == isPerson }.html { entry in
        let weight = entry.weight.text(in: units.weight, places: 2)
        return "<option value=\"\(weight)\">\(entry.name), \(weight) \(units.weight.symbol)</option>"
      }
      return "<datalist id=\"\(Self.list(isPerson))\">\(options)</datalist>"
    }
  }

  private static func list(_ isPerson: Bool) -> String { isPerson ? "people" : "bags" }

  /// A number field with what is wrong with it. The slider is there only with a script, which keeps both the same.
  private func input(
    _ field: LoadingField, _ label: String, help: String? = nil, most: Double? = nil, step: String = "1",
    list: String? = nil
  ) -> HTML {
    let offered: HTML = list.map { " list=\"\($0)\"" } ?? .nothing
    let id = field.name, fault = sentence(field)
    let invalid: HTML = field.fault == nil ? .nothing : " aria-invalid=\"true\""
    let slider: HTML =
      most.map { most in
        """
        <input type="range" data-for="\(id)" min="0" max="\(EventText.number(most.rounded(.up)))" step="\(step)" \
        aria-label="\(label)" hidden>
        """
      } ?? .nothing
    let hint: HTML = help.map { "<span class=\"small\" id=\"help-\(id)\">\($0)</span>" } ?? .nothing
    let described: HTML = help == nil ? "fault-\(id)" : "fault-\(id) help-\(id)"
    return """
      <div><label for="\(id)">\(label)</label><div class="slide">\
      <input id="\(id)" name="\(id)" inputmode="decimal" autocomplete="off" value="\(field.text)" \
      aria-describedby="\(described)"\(offered)\(invalid)>\(slider)</div>\(hint)\
      <p class="fault" id="fault-\(id)">\(fault)</p></div>
      """
  }

  private func load(_ load: LoadingForm.Load) -> HTML {
    let station = load.station, most = amount(station.maxWeight.value, units.weight)
    let place = terms.name(station.name), name = load.name.map { "\(place): \($0)" } ?? place
    let help =
      "\(text(station.maxIsLimit ? BalanceWords.upTo(most) : .plausible(most))), \(badge(station.maxWeight.badge))"
    var html = input(
      load.weight, "\(name) (\(units.weight.symbol))", help: help,
      most: station.maxWeight.value.double(in: units.weight),
      list: form.stored.isEmpty ? nil : Self.list(station.kind == .seat))
    if let arm = load.arm {
      let range = station.armRange.map { range in
        let ends = (amount(range.value.lowerBound, units.length), amount(range.value.upperBound, units.length))
        return text(BalanceWords.armRange(ends.0, ends.1))
      }
      // Hardly anybody types it.
      let open: HTML = arm.text.isEmpty && arm.fault == nil ? .nothing : " open"
      let label = text(BalanceWords.arm(units.length.symbol))
      html = """
        \(html)<details\(open)><summary>\(label)<span class="unseen"> \(name)</span></summary>\
        \(input(arm, "\(name): \(label)", help: range))</details>
        """
    }
    return "<div class=\"station\">\(html)</div>"
  }

  private var fuel: HTML {
    guard !form.tanks.isEmpty else { return .nothing }
    let symbol = form.fuelMeasure.unit(units)
    let most = form.aircraft.tanks.reduce(0) { $0 + number($1.capacity.value) }
    let step = form.system == .metric ? "1" : "0.5"
    let tanks = form.tanks.html { tank, field in
      let limit = text(BalanceWords.upTo(fuelAmount(tank.capacity.value)))
      let optional = tank.isOptional ? ", \(text(BalanceWords.optional))" : ""
      let help = "\(limit), \(badge(tank.capacity.badge))\(optional)"
      return input(
        field, "\(terms.name(tank.name)) (\(symbol))", help: help, most: number(tank.capacity.value), step: step)
    }
    let taxi = text(BalanceWords.taxiHelp(fuelAmount(form.aircraft.taxiFuel.value)))
    return """
      <fieldset><legend>\(text(BalanceWords.fuel))</legend>\(fuelMeasure)\(tanks)
      \(input(form.taxi, "\(text(BalanceWords.taxi)) (\(symbol))", help: taxi))
      \(input(form.trip, "\(text(BalanceWords.trip)) (\(symbol))", help: text(BalanceWords.tripHelp), most: most, step: step))
      </fieldset>
      """
  }

  /// Whether fuel is typed by volume or by weight, as the handbook of the aeroplane has it.
  private var fuelMeasure: HTML {
    guard form.density != nil else { return .nothing }
    let options = FuelMeasure.allCases.html { measure in
      let selected: HTML = measure == form.fuelMeasure ? " selected" : .nothing
      return "<option value=\"\(measure.rawValue)\"\(selected)>\(measure.unit(units))</option>"
    }
    return """
      <p><label for="fuel-in">\(text(BalanceWords.fuelIn))</label> \
      <select id="fuel-in" name="fuel-in">\(options)</select></p>
      """
  }

  private func number(_ volume: Volume) -> Double {
    guard form.fuelMeasure == .weight, let density = form.density else { return volume.double(in: units.volume) }
    return (volume * density).double(in: units.weight)
  }

  private func fuelAmount(_ volume: Volume) -> String {
    guard form.fuelMeasure == .weight, let density = form.density else { return amount(volume, units.volume) }
    return amount(volume * density, units.weight)
  }

  private var empty: HTML {
    let type = form.aircraft, isTail = form.base.emptyOrigin != nil
    let record = isTail ? form.base.empty : nil
    let weight = record?.weight ?? type.emptyWeight.value, arm = record?.arm ?? type.emptyArm.value
    let badge = isTail ? form.tail ?? "" : badge(type.emptyWeight.badge)
    let usual = "\(amount(weight, units.weight)), \(SheetWords.text(arm, units)) \(units.length.symbol), \(badge)"
    return """
      <details\(form.emptyWeight.text.isEmpty && !(sheet?.isEmptyUnverified ?? false) ? "" : " open")><summary>\(text(BalanceWords.empty))</summary>
      <p class="small">\(text(BalanceWords.emptyHelp(usual)))</p>
      \(input(form.emptyWeight, text(BalanceWords.emptyWeight(units.weight.symbol))))
      \(input(form.emptyArm, text(BalanceWords.emptyArm(units.length.symbol))))
      <label for="weighed-on">\(text(BalanceWords.weighedOn))</label>\
      <input type="date" id="weighed-on" name="weighed-on" value="\(form.weighedOn)"></details>
      """
  }

  private var keep: HTML {
    guard request.mayChange else { return "<p>\(text(SharedWords.look))</p>" }
    let file = query["file"] ?? form.file ?? ""
    let open: HTML = note == nil ? .nothing : " open"
    return """
      <details\(open)><summary>\(text(BalanceWords.keep)) …</summary><p>\(text(BalanceWords.keepHelp))</p>
      <label for="name">\(text(BalanceWords.name))</label>\
      <input id="name" name="name" value="\(form.name)" maxlength="200">
      <label for="file">\(text(BalanceWords.file))</label>\
      <input id="file" name="file" value="\(file)" maxlength="60" aria-describedby="file-help">\
      <span class="small" id="file-help">\(text(BalanceWords.fileHelp))</span>
      <label for="notes">\(text(BalanceWords.notes))</label>\
      <textarea id="notes" name="notes" rows="2" maxlength="2000">\(form.notes)</textarea>
      <p><button formmethod="post" formaction="/balance/keep">\(text(BalanceWords.keep))</button></p></details>
      """
  }

  func badge(_ badge: Badge) -> String { text(BalanceSources.words(badge)) }
}
