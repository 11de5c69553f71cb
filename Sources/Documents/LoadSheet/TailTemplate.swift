import WeightBalance

/// A new tail file: one aeroplane of a known type, with its weighing to fill in. It is refused until that is done, so that
/// no sheet takes the numbers of a template for a weighing.
package enum TailTemplate {
  package static func text(_ registration: String, of aircraft: Aircraft) -> String {
    """
    // \(registration), a \(aircraft.name). Write its weighing in place of the zeros. Then: lapwing balance check FILE
    // On a box it belongs to /etc/lapwing/tails/\(registration).json.
    {
      "registration": "\(registration)",
      "aircraftId": "\(aircraft.id)",
      // The units of plain numbers here. Weight: lb, kg. Arm: in, ft, mm, cm, m. Volume: gal, imp gal, l.
      "units": {"weight": "lb", "arm": "in", "volume": "gal"},
      "source": {"document": "Weight and balance record of \(registration)"},

      // The weighing record: its day, weight and arm (moment divided by weight).
      "weighings": [{"date": "YEAR-MONTH-DAY", "weight": 0, "arm": 0}],

      // What was installed since, or removed, with a minus: {"date": "2025-06-01", "name": "ADF", "weight": -4, "arm": 14}
      "equipment": [],

      // Seats, baggage areas and tanks that are not as in the type, by their ids: \(ids(aircraft)).
      // {"id": "\(aircraft.stations.first?.id ?? "front-seats")", "kind": "seat", "arm": 37, "maxWeight": 400}
      "stations": [],
      // {"id": "\(aircraft.tanks.first?.id ?? "main-fuel")", "arm": 48, "capacity": 38}
      "tanks": []
    }

    """
  }

  private static func ids(_ aircraft: Aircraft) -> String {
    (aircraft.stations.map(\.id) + aircraft.tanks.map(\.id)).joined(separator: ", ")
  }
}
