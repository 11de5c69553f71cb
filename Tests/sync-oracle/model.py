"""A second program of the synchronisation, written from docs/sync.md and from nothing else. It plays the steps of a history."""
import hashlib
import json

OTHER, KEPT = '(other version)', '(kept)'
FIELDS = ('a', 'b', 'name')


def uuid(high, low):
    high = high & ~0xF000 | 0x4000
    low = low & ~(3 << 62) | 2 << 62
    text = f'{high:016x}{low:016x}'
    return '-'.join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def contains(vector, stamp):
    return stamp[0] <= vector.get(stamp[1], 0)


class Record:
    """fields: name -> (value or None, (number, device))."""

    def __init__(self, fields, vector):
        self.fields, self.vector = dict(fields), dict(vector)

    def value(self, name):
        return self.fields.get(name, (None,))[0]

    @property
    def is_deleted(self):
        return self.value('deleted') == 'true'

    def values(self):
        return {name: value for name, (value, _) in self.fields.items() if value is not None}

    def set(self, name, value, stamp):
        self.fields[name] = (value, stamp)
        self.vector[stamp[1]] = max(self.vector.get(stamp[1], 0), stamp[0])

    def same(self):
        return Record(self.fields, self.vector)


def copy(id, record, losers, suffix):
    fields = {name: field for name, field in {**record.fields, **losers}.items() if name != 'deleted'}
    if fields:
        name, stamp = fields.get('name', (None, max(stamp for _, stamp in fields.values())))
        stem = json.loads(name or '""')
        fields['name'] = (json.dumps(f'{stem} {suffix}' if stem else suffix, ensure_ascii=False), stamp)
    words = [id, *(f'{number}@{device}' for device, number in sorted(record.vector.items())), '/',
             *(f'{name}={stamp[0]}@{stamp[1]}' for name, (_, stamp) in sorted(losers.items()))]
    digits = hashlib.sha256(' '.join(words).encode()).hexdigest()
    vector = {}
    for _, stamp in fields.values():
        vector[stamp[1]] = max(vector.get(stamp[1], 0), stamp[0])
    return uuid(int(digits[:16], 16), int(digits[16:32], 16)), Record(fields, vector)


def deletes_unseen(one, other):
    if not one.is_deleted or contains(other.vector, one.fields['deleted'][1]):
        return False
    return any(name != 'deleted' and not contains(one.vector, stamp) for name, (_, stamp) in other.fields.items())


def merge(id, mine, theirs):
    fields, losers = {}, {}
    for name in {*mine.fields, *theirs.fields}:
        m, t = mine.fields.get(name), theirs.fields.get(name)
        if m is None or t is None:
            fields[name] = m or t
        elif m[1] == t[1]:
            fields[name] = max(m, t, key=lambda field: field[0] or '')
        else:
            knows_m, knows_t = contains(theirs.vector, m[1]), contains(mine.vector, t[1])
            if knows_m != knows_t:
                fields[name] = t if knows_m else m
                continue
            if name == 'deleted' and m[0] != t[0]:
                fields[name] = t if t[0] != 'true' else m
            else:
                fields[name] = max(m, t, key=lambda field: field[1])
            if m[0] != t[0] and name != 'deleted':
                losers[name] = m if fields[name] is t else t
    vector = {device: max(mine.vector.get(device, 0), theirs.vector.get(device, 0)) for device in {*mine.vector, *theirs.vector}}
    result = Record(fields, vector)
    copies = []
    if result.is_deleted and (deletes_unseen(mine, theirs) or deletes_unseen(theirs, mine)):
        copies.append(copy(id, result, {}, KEPT))
    if losers:
        copies.append(copy(id, result, losers, OTHER))
    return result, copies


class Hub:
    def __init__(self):
        self.stored, self.sequence, self.marks = {}, 0, {0: 0}

    def clone(self):
        other = Hub()
        other.stored, other.sequence, other.marks = dict(self.stored), self.sequence, dict(self.marks)
        return other

    def answer(self, request, mark):
        cursor, changes = request
        since = (0, 0) if cursor is None else cursor
        is_full = self.marks.get(since[0]) != since[1]
        accepted, refused = {}, set()
        for id, record, version in [] if is_full else changes:
            before = self.stored.get(id)
            if before and (before[0].fields, before[0].vector) == (record.fields, record.vector):
                accepted[id] = before[1]
            elif (before[1] if before else None) == version:
                self.sequence += 1
                self.marks[self.sequence] = mark
                self.stored[id] = (record.same(), self.sequence)
                accepted[id] = self.sequence
            else:
                refused.add(id)
        news = {id: (record.same(), version) for id, (record, version) in self.stored.items()
                if id not in accepted and (is_full or version > since[0] or id in refused)}
        return (self.sequence, self.marks[self.sequence]), is_full, accepted, news


class Device:
    def __init__(self, number):
        self.id, self.count, self.cursor = uuid(0, number + 1), 0, None
        self.records, self.files = {}, {}
        # By record: the name of its file, what the file had, and what the hub has (vector, version).
        self.file, self.had, self.hub = {}, {}, {}
        self.sent = None

    def stamp(self):
        self.count += 1
        return (self.count, self.id)

    def keep(self, copies):
        for id, record in copies:
            self.records.setdefault(id, record)

    def read(self, ids):
        owner = {}
        for id, name in list(self.file.items()):
            if self.records[id].is_deleted and id not in self.had and name in self.files:
                del self.file[id]
            else:
                owner[name] = id
        gone = [name for name in sorted(owner) if name not in self.files]
        for name in sorted(set(self.files) - set(owner)):
            old = next((name_ for name_ in gone if self.had.get(owner[name_]) == self.files[name]), None)
            if old:
                gone.remove(old)
                id = owner.pop(old)
                owner[name], self.file[id] = id, name
                continue
            record = Record({}, {})
            for field in sorted(self.files[name]):
                record.set(field, self.files[name][field], self.stamp())
            id = ids[name]
            self.records[id], self.file[id], self.had[id] = record, name, dict(self.files[name])
        for name, id in sorted(owner.items()):
            self.compare(id, self.files.get(name))

    def compare(self, id, now):
        record, had = self.records[id], self.had.get(id)
        if now is None:
            if had is None:
                return
            del self.had[id]
            if record.is_deleted:
                return
            if any(name != 'deleted' and value != had.get(name) for name, (value, _) in record.fields.items()):
                self.keep([copy(id, record, {}, KEPT)])
            record.set('deleted', 'true', self.stamp())
            return
        before = had or {}
        edits = [name for name in sorted({*now, *before}) if now.get(name) != before.get(name) and now.get(name) != record.value(name)]
        waits = {name for name in record.fields if had is not None and record.value(name) != had.get(name) and name != 'deleted'}
        deletes = 'deleted' in edits and 'deleted' in now
        if waits & set(edits) or deletes and any(now.get(name) != record.value(name) for name in waits):
            self.keep([copy(id, record, {}, KEPT if deletes else OTHER)])
        for name in edits:
            record.set(name, now.get(name), self.stamp())
        if record.is_deleted and 'deleted' not in now and set(edits) - {'deleted'}:
            self.keep([copy(id, record, {}, KEPT)])
        self.had[id] = dict(now)

    def request(self):
        dirty = sorted(id for id, record in self.records.items() if self.hub.get(id, (None,))[0] != record.vector)
        return self.cursor, [(id, self.records[id].same(), self.hub.get(id, (None, None))[1]) for id in dirty]

    def receive(self, answer, request):
        cursor, is_full, accepted, news = answer
        if is_full:
            self.hub = {id: known for id, known in self.hub.items() if id in news}
        for id, record, _ in request[1]:
            if id in accepted:
                self.hub[id] = (dict(record.vector), accepted[id])
        for id, (theirs, version) in sorted(news.items()):
            self.count = max([self.count, *theirs.vector.values()])
            if id in self.records:
                self.records[id], copies = merge(id, self.records[id], theirs)
                self.keep(copies)
            else:
                self.records[id] = theirs.same()
            self.hub[id] = (dict(theirs.vector), version)
        self.cursor = cursor
        return any(self.hub.get(id, (None,))[0] != record.vector for id, record in self.records.items())

    def wanted(self):
        return [id for id, record in sorted(self.records.items())
                if self.had.get(id) != record.values() and (id in self.had or not record.is_deleted)]

    def write(self, number, is_noted, ids):
        self.read(ids)
        wanted = self.wanted()
        if wanted:
            id = wanted[abs(number) % len(wanted)]
            name = self.file.setdefault(id, f'{id}.json')
            self.files[name] = self.records[id].values()
            if is_noted:
                self.had[id] = dict(self.files[name])


class World:
    def __init__(self):
        self.devices, self.hub, self.copy, self.ids = [Device(number) for number in range(3)], Hub(), None, {}

    def play(self, step):
        device, kind = self.devices[step['device']], step['kind']
        names = sorted(device.files)
        name = names[abs(step['number']) % len(names)] if names else None
        values = device.files.get(name)
        if kind == 'create':
            self.ids[f'{step["text"]}.json'] = step['text']
            device.files[f'{step["text"]}.json'] = {field: f'"{field}-{step["text"][:8]}"' for field in FIELDS}
        elif kind == 'edit' and values and 'deleted' not in values:
            values[step['field']] = f'"{step["text"]}"'
        elif kind == 'delete' and values:
            values['deleted'] = 'true'
        elif kind == 'restore' and values:
            values.pop('deleted', None)
        elif kind == 'remove' and name:
            del device.files[name]
        elif kind == 'read':
            device.read(self.ids)
        elif kind == 'send':
            device.read(self.ids)
            device.sent = [device.request(), None]
        elif kind == 'serve' and device.sent and device.sent[1] is None:
            device.sent[1] = self.hub.answer(device.sent[0], int(step['text']))
        elif kind == 'receive' and device.sent and device.sent[1] is not None:
            device.receive(device.sent[1], device.sent[0])
            device.sent = None
        elif kind == 'lose-request' and device.sent and device.sent[1] is None:
            device.sent = None
        elif kind == 'lose-answer' and device.sent and device.sent[1] is not None:
            device.sent = None
        elif kind in ('write', 'half'):
            device.write(step['number'], kind == 'write', self.ids)
        elif kind == 'backup':
            self.copy = self.hub.clone()
        elif kind == 'rollback' and self.copy:
            self.hub = self.copy.clone()

    def rest(self):
        for device in self.devices:
            device.sent = None
        for _ in range(3):
            for device in self.devices:
                device.read(self.ids)
                for _ in range(12):
                    request = device.request()
                    if not device.receive(self.hub.answer(request, 1), request):
                        break
                while device.wanted():
                    device.write(0, True, self.ids)

    def states(self):
        return [{id: {name: [value or '', f'{stamp[0]}@{stamp[1]}'] for name, (value, stamp) in record.fields.items()}
                 for id, record in device.records.items()} for device in self.devices]


def answer(steps):
    world = World()
    for step in steps:
        world.play(step)
    before = world.states()
    world.rest()
    return before + world.states()
