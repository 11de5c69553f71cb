import Monitor

// The same words mean other types in the rules of 0.1.0.
typealias NowAction = Action
typealias NowEvent = Event
typealias NowSettings = MonitorSettings
