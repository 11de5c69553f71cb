"""As much of JSON Schema as data/schemas/mqtt.schema.json uses. What it does not know it refuses."""
import json
import re
from pathlib import Path

SCHEMA = json.loads((Path(__file__).resolve().parents[2] / 'data/schemas/mqtt.schema.json').read_text())
TYPES = {'object': dict, 'array': list, 'string': str, 'boolean': bool, 'number': (int, float), 'integer': int}


def fault(value, rule):
    """What is wrong with a value; None if nothing is."""
    for word, wanted in rule.items():
        if word in ('description', 'format'):
            continue
        if word == '$ref':
            wrong = fault(value, SCHEMA['$defs'][wanted.removeprefix('#/$defs/')])
        elif word == 'type':
            isBool = isinstance(value, bool)
            wrong = None if isinstance(value, TYPES[wanted]) and (wanted == 'boolean') == isBool else f'is no {wanted}'
        elif word in ('enum', 'const'):
            wrong = None if value in (wanted if word == 'enum' else [wanted]) else f'is not {wanted}'
        elif word == 'pattern':
            wrong = None if re.search(wanted, value) else f'does not match {wanted}'
        elif word == 'minimum':
            wrong = None if value >= wanted else f'is less than {wanted}'
        elif word == 'required':
            wrong = next((f'has no {name}' for name in wanted if name not in value), None)
        elif word == 'properties':
            wrong = next((f'{name} {inner}' for name, part in wanted.items() if name in value and (inner := fault(value[name], part))), None)
        elif word == 'additionalProperties':
            wrong = next((f'{name} {inner}' for name in value if (inner := fault(value[name], wanted))), None)
        elif word == 'items':
            wrong = next((inner for part in value if (inner := fault(part, wanted))), None)
        elif word == 'allOf':
            wrong = next((inner for part in wanted if (inner := fault(value, part))), None)
        elif word == 'oneOf':
            wrong = None if sum(not fault(value, part) for part in wanted) == 1 else 'fits none or several of oneOf'
        else:
            raise NotImplementedError(word)
        if wrong:
            return f'{wrong} ({json.dumps(value)[:200]})'
    return None


def fault_at(topic, payload, root):
    """Of a message at a topic of a box; of any other topic nothing is known."""
    name = topic.removeprefix(f'{root}/')
    part = 'sensor' if name.startswith('sensors/') else name
    if name == topic or payload == '' or part.startswith('command/'):
        return None
    if part not in SCHEMA['$defs']:
        return f'{topic} is not in the schema'
    wrong = fault(payload if part == 'availability' else json.loads(payload), SCHEMA['$defs'][part])
    return f'{topic}: {wrong}' if wrong else None
