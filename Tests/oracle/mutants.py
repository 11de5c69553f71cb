"""Plants faults into the alarm rules, one at a time, and sees whether the oracle notices each of them: `make proof-mutants`.
What a timeline cannot hold (files, adapters, encrypted frames) must be noticed by the tests of a room.

usage: python3 Tests/oracle/mutants.py [--only N] [--seeds N] [--scratch FOLDER] [--fits]
The tree is copied; nothing is changed in place. A fault is caught where a seed breaks a rule that the unchanged program does not
break there, or more often. Exit status 1 if a fault is missed, does not fit or does not build; 2 if the unchanged tree does not build.
"""
import argparse, os, re, shutil, subprocess, sys, time
from collections import Counter
from pathlib import Path
import run

ROOT = Path(__file__).resolve().parents[2]

# Each fault: what is wrong then; the file below Sources; the text that stands there once; the text instead; kinds that should see it.
FAULTS = (
    # CO2 and air pressure
    ('CO2 is not corrected', 'SensorProtocols/Catalogue/CO2Pressure.swift', 'self[.co2PartsPerMillion] = sent * factor',
     'self[.co2PartsPerMillion] = sent + 0 * factor', 'cabin-air borrowed'),
    ('a stale pressure corrects', 'Engine/Pressure/PressureCorrector.swift', 'Duration.seconds(15 * 60)', 'Duration.seconds(150 * 60)', 'borrowed'),
    ('a pressure out of range corrects', 'Readings/PressureAltitude.swift', '500...1_100', '100...2_000', 'borrowed'),
    # Carbon monoxide
    ('a detector raises no alarm', 'Alarms/Conditions/DefaultConditions.swift', 'condition.detector = .carbonMonoxideDetected', '', 'monoxide'),
    ('carbon monoxide counts in ppb', 'Alarms/Conditions/Condition.swift', 'partsPerBillion = 1_000.0',
     'partsPerBillion = 900.0', 'monoxide'),
    # Volatile organic compounds
    ('VOC in flight are a medium alarm', 'Monitor/Limits/LimitWatch.swift', '(isInFlight || sensors', '(rule.share.bounds.mustBy < .zero || sensors',
     'vapours'),
    ('VOC that jump are a medium alarm', 'Monitor/Limits/LimitWatch.swift', '(isInFlight || sensors[position].vapours.hasJumped || ', '(isInFlight || ',
     'vapours'),
    ('VOC that creep are a jump', 'Monitor/Limits/VapourRise.swift', 'window = Duration.seconds(900)', 'window = Duration.seconds(9000)', 'vapours'),
    ('VOC that are there when a flight begins stay a medium alarm', 'Monitor/Limits/LimitWatch.swift', 'if priority(of: rule, position) > rule.priority {',
     'if priority(of: rule, position) > rule.priority, !isInFlight {', 'vapours'),
    ('VOC that were high fall behind a dropout', 'Monitor/Limits/LimitWatch.swift', 'alarms.priority(of: rule.condition, at: sensor) ?? (isHigh',
     'alarms.priority(of: .noData, at: sensor) ?? (isHigh', 'vapours'),
    # How often it sounds
    ('low values repeat in the cabin', 'Settings/ProfilePresets.swift', 'self == .cabin ? .never : .once', '.repeat', 'flicker-air slow acks'),
    ('medium values sound once in the cabin', 'Alarms/Signals/AlarmSystem+Bursts.swift', 'occurrence.burstAt.map { $0.advanced(by: time) <= settledAt } ?? true',
     'occurrence.burstAt == nil || time < .zero', 'slow acks cabin-air'),
    ('an alarm whose acknowledgement is over is silent', 'Alarms/State/AlarmSystem+Settling.swift',
     'occurrences[index].presence = .on\n        occurrences[index].speakAgain()', 'occurrences[index].presence = .on', 'expiries'),
    # Rule 1: the share rule
    ('a value inside begins the window of the heart again', 'Alarms/State/HeartCount.swift', 'beyond.set(sample.beyond != nil)',
     'if sample.isInside { beyond.clear(); proved.clear() }\n    beyond.set(sample.beyond != nil)', 'flicker hover'),
    ('a value inside begins the window of the air again', 'Alarms/State/ShareCount.swift', 'beyond.set(sample.isBeyond)',
     'if sample.isInside { beyond.clear() }\n    beyond.set(sample.isBeyond)', 'flicker-air'),
    ('gaps count as fresh time', 'Alarms/State/ShareRule.swift', 'let end = min(end, freshUntil)', '', 'dropouts air-dropouts'),
    ('a long gap does not begin the counts again', 'Alarms/State/ShareRule.swift',
     'let isAfterGap = hasBegun && freshUntil.advanced(by: ShareRule.longestGap) < instant', 'let isAfterGap = false', 'jumps dropouts'),
    ('nothing has to be confirmed', 'Alarms/State/ShareRule.swift', 'if isConfirmed { soonest.lower(to: beyond.time(until: notBefore, in: window)) }',
     'soonest.lower(to: beyond.time(until: notBefore, in: window))', 'steady flicker'),
    ('a repeated measurement confirms itself', 'Alarms/State/ShareCount.swift',
     'guard anchor.measuredAt < measuredAt, anchor.measuredAt.advanced(by: rule.confirmationGap) <= measuredAt else {\n      return\n    }',
     '', 'slow air-dropouts'),
    ('must-by is 2 M', 'Alarms/State/ShareRule.swift', 'soonest.lower(to: beyond.time(until: mustBy, in: window))',
     'soonest.lower(to: beyond.time(until: 2 * mustBy, in: 2 * window))', 'steady rr-mixed'),
    ('half of the last 10 M is left out', 'Alarms/State/ShareRule.swift', 'soonest.lower(to: beyond.time(until: longWindow / 2, in: longWindow))', '',
     'flicker flicker-air'),
    ('an alarm ends with the first value inside (E is 0)', 'Alarms/State/ShareRule.swift',
     'endsAfter = min(max(bounds.notBefore, Self.ends.lowerBound), Self.ends.upperBound).wholeNanoseconds', 'endsAfter = 0', 'hover flicker'),
    ('an unproved return ends an alarm after 5 s', 'Alarms/State/HeartCount.swift', 'unprovedEnd = Duration.seconds(30)',
     'unprovedEnd = Duration.seconds(5)', 'steady hover'),
    ('the hysteresis is left out', 'Monitor/MonitorSettings.swift',
     '(low.map { rate >= $0 + hysteresis } ?? true) && (high.map { rate <= $0 - hysteresis } ?? true)', 'side(of: rate) == nil', 'hover'),
    ('the two limits of the heart do not count together', 'Alarms/State/HeartCount.swift', 'current = sample.beyond\n',
     'if let current, let side = sample.beyond, side != current { clearForEnd() }\n    current = sample.beyond\n', 'both-limits'),
    ('the side with less time is reported', 'Alarms/State/HeartCount.swift', 'return lowTime > highTime ? .low : .high',
     'return lowTime < highTime ? .low : .high', 'both-limits'),
    ('an unproved rate has the bounds of a proved one', 'Alarms/State/HeartCount.swift',
     'notBefore: max(proved.notBefore, unproved.notBefore), mustBy: max(proved.mustBy, unproved.mustBy)',
     'notBefore: proved.notBefore, mustBy: proved.mustBy', 'steady rr-mixed'),
    ('40 s of 60 without good heart data raise no alarm', 'Monitor/Persons/HeartAvailability.swift',
     '!isGood && missing.isLong(Self.missingTime, Self.missingWindow)', '!isGood && missing.isLong(Self.missingWindow + 1, Self.missingWindow)',
     'contact no-pulse'),
    ('what comes and goes is medium for half a minute', 'Monitor/Sensors/Monitor+Sensors.swift', 'cause.risesAt = isMissing(place) ? instant : sensors',
     'cause.risesAt = sensors', 'contact losses'),
    ('the end of a loss that was only shown takes back what was counted', 'Monitor/Sensors/Monitor+Sensors.swift',
     'if isSounding(.noData, at: sensor), persons', 'if alarms.isOn(.noData, at: sensor), persons', 'losses'),
    ('one message without contact takes the strap off', 'Monitor/Sensors/HeartSensor.swift', 'takenOffAfter = Duration.seconds(5)',
     'takenOffAfter = Duration.seconds(0)', 'losses'),
    ('a number that dies away hides that no beat comes', 'Monitor/Sensors/HeartSensor.swift', 'smallStep = 5.0', 'smallStep = -1.0', 'losses'),
    ('12,500 ft for half an hour is left out', 'Alarms/Conditions/LimitRule.swift', 'if let sustained = condition.sustained {',
     'if let sustained = condition.sustained, sustained.limit < 0 {', 'altitude'),
    # Losses
    ('contact lost for a message begins the time without a beat again', 'Monitor/Sensors/BeatTrain.swift', 'briefLoss = Duration.seconds(3)',
     'briefLoss = Duration.seconds(0)', 'losses'),
    ('no one with good data now and then counts as not watched', 'Monitor/Persons/HeartAvailability.swift',
     'isUnwatched || !isGood && unwatched.isLong(Self.unwatchedTime, Self.unwatchedWindow)',
     'isUnwatched || !isGood && unwatched.isLong(Self.unwatchedWindow, Self.unwatchedWindow)', 'losses contact buttons standby'),
    ('an alarm of the heart ends through messages without a rate', 'Alarms/State/HeartCount.swift',
     'let isInTime = clock.isInTime(instant) && !isInterrupted && sample.value > 0', 'let isInTime = true', 'dropouts losses'),
    ('0 with contact ends a loss of a strap that was not worn', 'Monitor/Sensors/Monitor+Sensors.swift',
     'guard persons[at].isLead(sensor), !alarms.isOn(.noData, at: sensor) else', 'guard persons[at].isLead(sensor) else', 'losses'),
    ('beats that stop are no missing pulse', 'Monitor/Sensors/HeartSensor.swift', 'train.drift > 0 || train.silence >= beatlessAfter',
     'train.drift > 0 || train.silence == .max', 'losses'),
    ('beats do not prove themselves', 'Monitor/Sensors/BeatTrain.swift', 'steady = isSteady ? (mean, instant) : nil', 'steady = isSteady && mean < 0 ? (mean, instant) : nil', 'losses'),
    ('a reset makes deaf to a loss that comes and goes', 'Monitor/Persons/HeartAvailability.swift',
     'if isLossOld, standbyUntil == nil {', 'if isLossOld, standbyUntil == nil, isBack {', 'losses buttons'),
    ('a plain gap sounds at once', 'Monitor/Persons/HeartAvailability.swift', 'lostTime = Duration.seconds(30)', 'lostTime = Duration.seconds(11)', 'losses dropouts'),
    ('a loss sounds after two minutes', 'Monitor/Persons/HeartAvailability.swift', 'lostTime = Duration.seconds(30)',
     'lostTime = Duration.seconds(120)', 'long-silence losses'),
    ('a missing pulse that comes back does not break a pause', 'Monitor/Persons/PersonWatch+Alarms.swift',
     'former != nil && standing.condition != .noPulse', 'former != nil && (standing.condition != .noPulse || former == .noPulse)', 'no-pulse losses'),
    # Rule 2: never weaker while it gets worse
    ('missing data in a high episode of the heart are medium', 'Monitor/Persons/PersonWatch+Alarms.swift', 'standing.priority = .high',
     'standing.priority = .medium', 'dropouts escalation'),
    ('an alarm of the heart ends with its data', 'Monitor/Persons/PersonWatch+Alarms.swift', 'guard let side = heart.side else { return nil }',
     'guard let side = heart.side, state == .good || state == .awaited else { return nil }', 'dropouts contact'),
    ('lost contact ends an alarm', 'Monitor/Persons/PersonWatch+Alarms.swift', 'guard let sensor = lead else { return nil }',
     'guard let sensor = lead, state != .noContact else { return nil }', 'contact'),
    ('missing data of the air are medium, whatever they hide', 'Monitor/Sensors/Monitor+Sensors.swift', 'cause.priority = handOver.priority', '',
     'air-dropouts'),
    ('the last value is not reported after a hand-over', 'Monitor/Persons/PersonWatch+Alarms.swift', 'standing.isLastValue = true',
     'standing.isLastValue = true\n    standing.value = nil', 'dropouts'),
    ('a missing pulse is missing data', 'Monitor/Sensors/HeartSensor.swift', 'state = .noPulse\n      freshUntil = end', 'state = .stale\n      freshUntil = end', 'no-pulse'),
    ('a missing pulse counts before 30 s of good rate', 'Monitor/Sensors/HeartSensor.swift', 'wornAfter = Duration.seconds(30)',
     'wornAfter = Duration.seconds(0)', 'no-pulse'),
    ('a heart rate off the scale is no data', 'Monitor/Persons/Monitor+Persons.swift', '&& !persons[at].isBeyond($0)', '', 'off-scale'),
    ('air off the scale is no data', 'Monitor/Sensors/Monitor+SensorFaults.swift',
     'if traits.isAboveScale(value, of: quantity) ? sides.above : sides.below {', 'if sides.below, sides.above {', 'off-scale'),
    # Rule 3: episodes
    ('a pause lasts 240 s', 'Alarms/Conditions/AudioPause.swift', 'longest = Duration.seconds(120)', 'longest = Duration.seconds(240)',
     'buttons two-straps'),
    ('a press lengthens a pause', 'Alarms/State/AlarmSystem+Acknowledgement.swift', 'guard let heard else { return }\n    if heard.priority',
     'guard let heard else {\n      for index in episodes.all.indices where episodes.all[index].pausedUntil != nil {\n'
     '        episodes.all[index].endPause()\n        episodes.all[index].pause(.high, about: [], until: instant.advanced(by: AudioPause.longest))\n      }\n'
     '      isDirty = true\n      return\n    }\n    if heard.priority', 'buttons escalation'),
    ('a hand-over breaks a pause', 'Alarms/State/EpisodeList.swift', '(!isHandOver && isOther && new.priority == priority)',
     '((isOther || isHandOver) && new.priority == priority)', 'buttons escalation'),
    ("another person's alarm does not break a pause", 'Alarms/State/EpisodeList.swift', '(!isHandOver && isOther && new.priority == priority)',
     '(!isHandOver && isOther && new.priority > priority)', 'two-straps'),
    ('a missing pulse does not break a pause', 'Alarms/State/EpisodeList.swift', '(new.condition == .noPulse && !isHandOver)',
     '(new.condition == .noPulse && new.priority < .high)', 'no-pulse'),
    ('the other direction does not break a pause', 'Alarms/State/Episode.swift', 'if direction == opposite { endPause() }',
     'if direction == opposite, pauses < 0 { endPause() }', 'both-limits buttons'),
    ('a pause begins the growth again', 'Alarms/State/Episode.swift', 'pauses += 1', 'pauses += 1\n    unanswered = InlineArray(repeating: 0)',
     'escalation buttons'),
    ('a dropout begins the growth again', 'Alarms/State/Episode.swift', 'mutating func begin() {',
     'mutating func begin() {\n    unanswered = InlineArray(repeating: 0)', 'escalation'),
    ('the fourth pause of an episode is not reported', 'Alarms/State/Episode.swift', 'pausesUntilNotice = 4', 'pausesUntilNotice = 40', 'pauses'),
    ('the notice of a fourth pause is about what sounds', 'Alarms/State/AlarmSystem+Acknowledgement.swift', 'notice(.pausedAgain, of: paused,',
     'notice(.pausedAgain, of: occurrences.first ?? paused,', 'pauses'),
    ('no notice of an alarm goes out', 'Alarms/State/Episode.swift', 'noticeInterval = Duration.seconds(60)',
     'noticeInterval = Duration.seconds(600)', 'escalation'),
    ('a latch is lost', 'Alarms/State/AlarmSystem.swift', 'case .on: occurrences[index].presence = latches ? .latched : .off',
     'case .on: occurrences[index].presence = .off', 'latches'),
    ('a latch is lost behind a dropout', 'Monitor/Sensors/Monitor+Sensors.swift', 'sensors[place].isLost = true\n    refreshLoss',
     'sensors[place].isLost = true\n    alarms.forget(sensor, of: nil, at: instant)\n    refreshLoss', 'latches dropouts'),
    ('a reset does not end an episode whose alarm is gone', 'Alarms/State/AlarmSystem+Acknowledgement.swift', 'if id == nil {', 'if id == nil, episodes.all.isEmpty {',
     'pauses'),
    ('an acknowledged medium alarm does not speak again', 'Alarms/State/AlarmSystem+Acknowledgement.swift',
     'occurrences[index].speaksAgainAt = speaksAgain(occurrence)', 'occurrences[index].speaksAgainAt = nil', 'acks'),
    ('an acknowledged medium alarm speaks again at any value', 'Alarms/State/AlarmSystem+Acknowledgement.swift', '((value + next) / 2, next > value)',
     '(value, next > value)', 'acks'),
    ('a press acknowledges a high alarm', 'Alarms/State/AlarmSystem+Acknowledgement.swift', 'if heard.priority == .high {', 'if heard.priority > .high {', 'buttons'),
    ('a cooldown mutes the second onset', 'Alarms/State/AlarmSystem+Settling.swift', 'guard !occurrences[index].isOn else { return }\n    let isAcknowledged',
     'if let end = occurrences[index].endedAt, !isHandOver, end.duration(to: instant) < .seconds(300) { return }\n'
     '    guard !occurrences[index].isOn else { return }\n    let isAcknowledged', 'flicker latches buttons'),
    ('a new alarm makes the box quieter', 'Alarms/State/AlarmSystem+Escalation.swift',
     'for episode in episodes.all { loudest = max(loudest, episode.loudness(at: instant)) }',
     'if let heard, let place = episodes.place(of: heard.episode) { loudest = episodes.all[place].loudness(at: instant) }', 'two-straps'),
    ('air goes before the heart', 'Alarms/Signals/AlarmSignals.swift', 'family == .air ? 3 : 4', 'family == .air ? 0 : 4', 'limits steady'),
    ('the lamp goes out in a pause', 'Alarms/Signals/AlarmSignals.swift', 'if occurrence.isOn, !occurrence.isWithheld(isWithholding) {',
     'if activation(of: occurrence) == .on {', 'buttons'),
    ("a strap's silence never becomes high", 'Alarms/State/AlarmSystem+Settling.swift', 'guard occurrence.escalates, occurrence.priority < .high',
     'guard occurrence.escalates, occurrence.priority < .low', 'long-silence'),
    # Rule 4: mine and strangers', and what is no sensor of ours (rule 9)
    ('strangers alarm', 'Engine/Sensors/SensorRegistry.swift', '$0.isOwn && $0.hasMeasured', '$0.hasMeasured', 'strangers crowd'),
    ('a Govee needs no name', 'SensorProtocols/Families/Govee.swift', 'in: advertisement, scanResponse) == true', 'in: advertisement, scanResponse) != false',
     'lookalikes'),
    ('every device of SwitchBot reports CO2', 'SensorProtocols/Families/SwitchBot.swift', 'models.contains($0) ? $0 : nil }',
     'models.contains($0) ? $0 : nil } ?? .switchBotMeterProCO2', 'lookalikes'),
    # Rule 5: per person
    ("a person's own limits are ignored", 'Monitor/MonitorSettings.swift', 'person?.limits[id] ?? person?.kind?', 'person?.kind?', 'persons kinds'),
    ("the limits of a person's kind are ignored", 'Monitor/MonitorSettings.swift', '?? person?.kind?.limits[id] ?? standard', '?? standard', 'kinds'),
    ("a person's delay of the oxygen is ignored", 'Monitor/Persons/Monitor+Persons.swift', '[.spo2Medium: oxygen]', '[.spo2High: oxygen]', 'oxygen-delay'),
    ('a paced heart is frozen', 'Monitor/Sensors/SensorTrust.swift', 'paced?.contains(value) != true', 'true', 'kinds'),
    ('paced beats that repeat are frozen', 'Monitor/Sensors/SensorTrust.swift', 'isPaced: paced?.contains(rate) == true', 'isPaced: false', 'kinds'),
    ("a person's own bounds are ignored", 'Monitor/MonitorSettings.swift', 'person?.proved ?? self.proved', 'self.proved', 'persons'),
    ('the limits of the night hold by day', 'Monitor/MonitorSettings.swift', 'case .day: return day', 'case .day: return other', 'night'),
    ('the limits of the day hold by night', 'Monitor/MonitorSettings.swift', 'case .night: return other', 'case .night: return day', 'night'),
    ('with the clock unset it is day', 'Monitor/MonitorSettings.swift', 'guard let minute else { return .either }', 'guard let minute else { return .day }',
     'night'),
    ('at a change of day and night the looser limit holds', 'Monitor/MonitorSettings.swift', 'return min(day, other)', 'return max(day, other)', 'night'),
    # Rule 6: watched or not watched
    ('a bed that is not watched is not reported', 'Monitor/Persons/Monitor+Persons.swift', 'guard settings.profile == .bedside, isNobodyThere else {',
     'guard settings.profile == .cockpit, isNobodyThere else {', 'unwatched'),
    ('standby is not refused while the heart is received', 'Monitor/Persons/PersonWatch+Orders.swift',
     'guard !isReceived(at: instant) else { return false }\n    if let shown',
     'guard !isPulseMissing(at: instant) else { return false }\n    if let shown', 'standby'),
    ('standby lasts two hours longer', 'Monitor/Persons/HeartAvailability.swift', 'standbyUntil = end\n    present = MeasuredShare()', 'standbyUntil = end.advanced(by: .seconds(7200))\n    present = MeasuredShare()',
     'standby'),
    ('good data do not end standby', 'Monitor/Persons/HeartAvailability.swift', 'present.isLong(Self.standbyEnd, Self.standbyEndWindow)',
     'present.isLong(10 * Self.standbyEnd, Self.standbyEndWindow)', 'standby'),
    ('an alarm of the heart goes on in standby', 'Monitor/Persons/PersonWatch+Orders.swift', 'endAlarm()\n    availability.standBy(until: end)',
     'availability.standBy(until: end)', 'standby'),
    ('a standby has no reminder', 'Monitor/Persons/Monitor+Persons.swift', 'reminder = Duration.seconds(3600)', 'reminder = Duration.seconds(360_000)',
     'standby'),
    ('a box without a radio sounds in the standby of all', 'Monitor/Persons/Monitor+Persons.swift', 'quietAdapter(at instant: Instant) { alarms.setQuiet(.adapterGone, until: standbyOfAll,',
     'quietAdapter(at instant: Instant) { alarms.setQuiet(.adapterGone, until: nil,', 'standby'),
    ('presses in haste begin a standby', 'Engine/Buttons/StandbyQuestion.swift', 'soonest = Duration.seconds(2)', 'soonest = Duration.zero', 'question'),
    ('a press begins a standby though an alarm has begun to sound', 'Engine/Buttons/Engine+Buttons.swift', ', !monitor.isAlarmSounding {', ' {', 'question'),
    ('a late press begins a standby', 'Engine/Buttons/StandbyQuestion.swift', 'latest = Duration.seconds(10)', 'latest = Duration.seconds(60)', 'question'),
    ('the end of a standby is not reported', 'Monitor/Persons/Monitor+Persons.swift', '(settings.profile == .bedside || persons[at].wasInStandby ||',
     '(settings.profile == .cockpit || persons[at].sources.isEmpty ||', 'standby'),
    ('a phase has no end', 'Monitor/Sessions/PhaseClock.swift', 'case .taxi, .climb, .descent: .seconds(60 * 60)',
     'case .taxi, .climb, .descent: .seconds(6000 * 60)', 'phases'),
    ('reporting a phase again renews it', 'Monitor/Sessions/PhaseClock.swift', 'guard phase != reported else { return }', '', 'phases'),
    ('a phase withholds high alarms', 'Alarms/State/Occurrence.swift', 'isWithholding && priority < .high', 'isWithholding && priority <= .high', 'phases'),
    # Rule 7: oximeters
    ('a saturation below 70 % is no data', 'SensorProtocols/Families/PulseOximeter.swift', '$0 > 0 && $0 <= 100 ? $0 : nil', '$0 >= 70 && $0 <= 100 ? $0 : nil',
     'oximeters'),
    ('127 is a saturation of 100 %', 'SensorProtocols/Families/PulseOximeter.swift', '$0 > 0 && $0 <= 100 ? $0 : nil', '$0 > 0 ? min($0, 100) : nil', 'oximeters'),
    ("an oximeter's silence beside a bed stays medium", 'Monitor/Sensors/Monitor+Sensors.swift',
     '(sensors[place].isHeartSource && settings.profile == .bedside)', '(sensors[place].isHeartSource && settings.profile == .cockpit)', 'oximeters'),
    ('low oxygen has the bounds of the air', 'Alarms/Conditions/DefaultConditions.swift',
     'limitRange: 70...98, hysteresis: 1, notBefore: .seconds(10), mustBy: .seconds(20)',
     'limitRange: 70...98, hysteresis: 1, notBefore: .seconds(30), mustBy: .seconds(90)', 'oximeters'),
    # Rule 8: buttons
    ('a stuck button goes on silencing', 'Engine/Replay/TimelineButtons.swift', 'guards[button.place].press(at: instant)',
     'guards[button.place].press(at: instant) || true', 'stuck'),
    ('a stuck button is not reported', 'Engine/Replay/TimelineButtons.swift', 'isAnyStuck = isAnyStuck || guards[place].isStuck', 'isAnyStuck = false', 'stuck'),
    ('a button that was stuck is never believed again', 'Engine/Buttons/ButtonGuard.swift', 'rest = Duration.seconds(10)', 'rest = Duration.seconds(6000)',
     'stuck'),
    ('some presses in haste make a button stuck', 'Engine/Buttons/ButtonGuard.swift', 'patience = Duration.seconds(30)', 'patience = Duration.seconds(1)', 'stuck'),
    # Limits and orders
    ('the heart limits of a cabin are the range of its figures', 'Settings/ProfilePresets.swift', 'case .cabin: presets.setHeartRate(40, 150)',
     'case .cabin: presets.setHeartRate(60, 100)', 'hover steady flicker'),
    # Sensors
    ('a heart rate of 255 in one byte is a value', 'SensorProtocols/Families/HeartRateService.swift',
     'reading.measurements[.heartRateBeatsPerMinute] = heartRate.value()\n      offset += 1',
     'reading.measurements[.heartRateBeatsPerMinute] = Double(heartRate)\n      offset += 1', 'implausible'),
)

# The same for what the tests of a room must notice; last the room and the suite. The first ones need worlds that the
# oracle makes too seldom.
ROOM_FAULTS = (
    ('an alarm of the air ends on a value that is only held', 'Alarms/State/ShareCount.swift', 'guard rule.countsHeldTime else { return }', '', 'Alarms', 'An alarm by the share rule'),
    ('0 with contact ends a high loss', 'Monitor/Persons/PersonWatch+Alarms.swift', 'alarms.priority(of: .noData, at: lead) == .high', 'false', 'Monitor', 'No pulse'),
    ('a press in the tail of a burst acknowledges what is behind it', 'Monitor/Monitor.swift', 'if !isInTail { alarms', 'if isInTail || true { alarms',
     'Monitor', 'A burst that began'),
    ('a missing pulse hides which direction came before it', 'Alarms/State/Episode.swift', 'guard let opposite = condition.opposite else { return }',
     'guard let opposite = condition.opposite else {\n      if condition == .noPulse { direction = nil }\n      return\n    }', 'Monitor', 'A pause of an alarm on a heart'),
    ('a burst is cut', 'Monitor/BurstSchedule.swift', 'if let sound, sound.beeps == 0, !isByHand', 'if let sound, sound.beeps > 0, !isByHand',
     'Monitor', 'A burst that began'),
    ('data that are gone are no loss without silence', 'Monitor/Persons/HeartAvailability.swift', '|| lossDueAt.map { $0 <= instant } ?? false',
     '|| lossDueAt.map { $0 < .start } ?? false', 'Monitor', 'Good heart data that are missing'),
    ('a long press does not end a loss', 'Monitor/Persons/PersonWatch+Orders.swift', 'guard isLost else { return false }',
     'guard isLost, shown != nil else { return false }', 'Monitor', 'A long press'),
    ('a loss goes dark where its cause changes', 'Monitor/Sensors/Monitor+SensorFaults.swift', 'takeOver(condition, place, at: instant)\n', '\n',
     'Monitor', 'Good heart data that are missing'),
    ('a loss by its share begins beside good data', 'Monitor/Sensors/Monitor+Sensors.swift',
     'return persons[at].givesGoodData(sensor) && !sensors[place].isLost', 'return false', 'Monitor', 'Good heart data that are missing'),
    ('the lower alarms are forgotten where a restart finds their data gone', 'Monitor/Limits/LimitWatch.swift',
     '|| rule.isBeyond(rule.measured(most.limit)))', '|| rule.isBeyond(.nan))', 'Monitor', 'What goes on after a restart'),
    ('a neighbour\'s thermometer becomes one of the box', 'Engine/Sensors/SensorKind.swift', 'isWorn || (profile != .bedside &&',
     'isWorn || self == .climate || (profile != .bedside &&', 'Engine', 'A sensor that the box adopts by itself'),
    ('a full disk forgets an alarm: its file is not rewritten in place', 'System/Files/TwoSlotFile.swift', 'guard Self.isSize(size), bytes.count',
     'guard bytes.isEmpty, bytes.count', 'System', 'A file of two slots'),
    ('a counter that went back is refused for ever', 'SensorProtocols/Families/BTHomeReplayGuard.swift', 'private static let run = 3',
     'private static let run = Int.max', 'SensorProtocols', 'BTHome'),
    ('a pressure that a Ruuvi does not have is 500 hPa', 'SensorProtocols/Families/Ruuvi.swift', 'pressure(bytes.uint16BigEndian(at: 4), absent: 0)',
     'pressure(bytes.uint16BigEndian(at: 4))', 'SensorProtocols', 'A number that means none'),
    ('parts of two advertising sets are joined', 'Bluetooth/Capture/HCITrace.swift', 'number: set,', 'number: set & 0,', 'Bluetooth',
     'AdvertisingReportTests'),
    ('long-range sensors are not received', 'Bluetooth/Management/PHYConfiguration.swift', 'guard configurable & Self.codedReception != 0,',
     'guard configurable & Self.codedReception == 0,', 'Bluetooth', 'An adapter'),
    ('a sensor that sends on events is missed', 'Monitor/Sensors/MonitoredSensor.swift', '!traits.sendsOnEvents && (', '(', 'Monitor',
     'A sensor that sends only when something happens'),
    ('settings that were cut off are a first start', 'System/Files/GoodCopy.swift', 'if isBlank(bytes[...]) { return true }',
     'if isBlank(bytes[...]) { return false }', 'Settings', 'Settings after a loss of power'),
    ('a sensor whose values are old from the first message on is never missed', 'Monitor/Sensors/MonitoredSensor.swift',
     'if end <= instant, self.measuredAt == nil, !isAwaited', 'if end <= instant, self.measuredAt != nil, !isAwaited', 'Monitor', 'No-data alarm'),
    ('an age that means none is believed', 'SensorProtocols/Families/Aranet.swift', 'flatMap { $0 == .max ? nil : $0 }', 'flatMap { $0 }',
     'SensorProtocols', 'A number that means none'),
    ('a temperature that means none takes the CO2 along', 'SensorProtocols/Families/SwitchBot.swift', 'if degrees & 0x7F != 0x7F {',
     'guard degrees & 0x7F != 0x7F else { return false }\n    do {', 'SensorProtocols', 'A number that means none'),
    ('a message without a signature speaks for a sensor that signs', 'Engine/Sensors/SensorRegistry.swift',
     'last.at.duration(to: instant) < Self.signedFor', 'last.at.duration(to: instant) < .zero', 'Engine', 'An encrypted sensor whose counter goes back'),
    ('a night that is shorter is no weaker limit', 'Settings/Stored/WatchedLimits.swift', 'guard isNight || isOwn else { continue }',
     'guard isOwn else { continue }', 'Settings', 'Limits that are weaker than in the run before'),
)


def copy_tree(tree):
    """Brings the copy up to date. A file that has not changed is left alone, so that it is not built again."""
    listed = subprocess.run(['git', 'ls-files', '-co', '--exclude-standard', '-z'], cwd=ROOT, capture_output=True, check=True).stdout
    names = {name for name in listed.decode().split('\0') if name and (ROOT / name).is_file()}
    names |= {'Package.resolved'} & {path.name for path in ROOT.iterdir()}
    for path in [p for p in tree.rglob('*') if p.is_file() and str(p.relative_to(tree)) not in names]:
        path.unlink()
    for name in names:
        new, old = (ROOT / name).read_bytes(), tree / name
        if not old.is_file() or old.read_bytes() != new:
            old.parent.mkdir(parents=True, exist_ok=True)
            old.write_bytes(new)


def build(tree, scratch, room=None):
    """The program, or the tests of a room. None, or why it could not be built."""
    environment = {'LAPWING_LIBRARIES': str(ROOT / '.libraries'), **os.environ, **({'LAPWING_ROOM': room} if room else {})}
    product = 'lapwingPackageTests' if room else 'lapwing'
    command = [os.environ.get('SWIFT', 'swift'), 'build', '--product', product, '--package-path', tree, '--scratch-path', scratch]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode == 0:
        return None
    lines = (done.stdout + done.stderr).splitlines()
    return next((x for x in lines if 'error:' in x), lines[-1] if lines else 'no output')


class Oracle:
    """Compares a binary with the unchanged one, seed by seed."""

    def __init__(self, plain, seeds):
        self.plain, self.seeds, self.known = plain, seeds, {}
        run.knows(plain)

    def broken(self, binary, kind, seed):
        return run.one(binary, seed, kind)[4]

    def judge(self, binary, kinds):
        """The first rule that is newly broken, as (rule, kind, seed, text), or None."""
        for seed in range(self.seeds):
            for kind in kinds:
                found = self.broken(binary, kind, seed)
                if found and (kind, seed) not in self.known:
                    self.known[kind, seed] = Counter(rule for _, rule, _ in self.broken(self.plain, kind, seed))
                counts = Counter()
                for t, rule, text in found:
                    counts[rule] += 1
                    if counts[rule] > self.known[kind, seed][rule]:
                        return rule, kind, seed, f't={t}: {text}'
        return None


def misfit(fault, tree):
    """Why a fault cannot be tried in a tree, or None."""
    _, file, old, _, *where = fault
    path = tree / 'Sources' / file
    times = path.read_text().count(old) if path.is_file() else 0
    if times != 1:
        return f'does not fit the source any more: {file} has its text {times} times'
    if len(where) == 2:
        heading = re.compile('struct `?' + re.escape(where[1]) + '`? {')
        found = any(heading.search(x.read_text()) for x in (tree / 'Tests' / f'{where[0]}Tests').glob('*.swift'))
        return None if found else f'the room {where[0]} has no tests of {where[1]}'
    unknown = set(where[0].split()) - set(run.series.KINDS)
    return f'the oracle has no kind {", ".join(unknown)}' if unknown else None


def failing_tests(scratch, room, suite):
    """What the tests of a suite say of the fault that is built in, or None if all pass."""
    [binary] = (scratch / 'debug').glob('*PackageTests.xctest')
    pattern = f'^{room}Tests\\.`?{suite}`?/'
    try:
        done = subprocess.run([binary, '--testing-library', 'swift-testing', '--filter', pattern], capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        return 'a test does not end'
    lines = (done.stdout + done.stderr).splitlines()
    if not any(re.search(r'Test run with [1-9]', line) for line in lines):
        raise SystemExit(f'no test of {suite} ran')
    return next((x.strip() for x in lines if 'recorded an issue' in x), 'a test failed')[:150] if done.returncode else None


def try_fault(fault, tree, scratch, oracle):
    """Whether it was caught, and what to report of it."""
    _, file, old, new, *where = fault
    why = misfit(fault, tree)
    if why:
        return False, why
    path = tree / 'Sources' / file
    source = path.read_text()
    try:
        path.write_text(source.replace(old, new))
        why = build(tree, scratch, where[0] if len(where) == 2 else None)
        if why:
            return False, f'does not build: {why}'
        if len(where) == 2:
            found = failing_tests(scratch, *where)
            return bool(found), found or f'by the tests of {where[1]}'
        found = oracle.judge(scratch / 'debug' / 'lapwing', where[0].split())
    finally:
        path.write_text(source)
    return (True, '{} (--kind {} --seed {}) {}'.format(*found)) if found else (False, f'by {oracle.seeds} seeds of each of: {where[0]}')


def main():
    p = argparse.ArgumentParser(description='Plants faults into the alarm rules and sees whether the oracle notices them.')
    p.add_argument('--only', type=int, action='append', help='the number of a fault; can be given again')
    p.add_argument('--seeds', type=int, default=60, help='of each kind')
    p.add_argument('--scratch', type=Path, default=ROOT / '.build' / 'mutants', help='for the copy of the tree and its build')
    p.add_argument('--fits', action='store_true', help='only see whether each fault still fits the sources')
    arguments = p.parse_args()
    if arguments.fits:
        found = [f'{number} {fault[0]}: {why}' for number, fault in enumerate(FAULTS + ROOM_FAULTS, 1) if (why := misfit(fault, ROOT))]
        print('\n'.join(found) or f'All {len(FAULTS + ROOM_FAULTS)} faults of the oracle and of rooms fit the sources')
        return 1 if found else 0
    scratch = arguments.scratch.resolve()
    tree, plain = scratch / 'tree', scratch / 'lapwing-unchanged'
    tree.mkdir(parents=True, exist_ok=True)
    copy_tree(tree)
    why = build(tree, scratch)
    if why:
        print('the unchanged tree does not build:', why)
        return 2
    plain.unlink(missing_ok=True)
    shutil.copy2(scratch / 'debug' / 'lapwing', plain)
    print(f'{"":3}  {"fault":60} {"":6}  rule that was broken (kind and seed), and when')
    oracle, missed, tried, begin = Oracle(plain, arguments.seeds), 0, 0, time.time()
    for number, fault in enumerate(FAULTS + ROOM_FAULTS, 1):
        if arguments.only and number not in arguments.only:
            continue
        is_caught, text = try_fault(fault, tree, scratch, oracle)
        tried, missed = tried + 1, missed + (not is_caught)
        print(f'{number:3}  {fault[0]:60} {"caught" if is_caught else "MISSED"}  {text}', flush=True)
    print(f'\n{tried - missed} of {tried} faults caught, in {time.time() - begin:.0f} s')
    return 1 if missed else 0


if __name__ == '__main__':
    sys.exit(main())
