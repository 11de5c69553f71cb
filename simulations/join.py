"""Puts a part into SIMULATION.md in the place of the one with the same heading, or at its end; the others stay.

Arguments: the file, and that of the part, which begins with a heading of the second level."""
import re
import sys

path, part = sys.argv[1:]
with open(part) as file:
    new = file.read().strip() + "\n"
with open(path) as file:
    parts = re.split(r"(?m)^(?=## )", file.read())
head = new.split("\n", 1)[0]
assert head.startswith("## "), f"{part} begins with no heading"
places = [place for place, text in enumerate(parts) if text.split("\n", 1)[0] == head]
if places:
    parts[places[0]] = new
else:
    parts.append(new)
with open(path, "w") as file:
    file.write("\n".join(text.strip() + "\n" for text in parts if text.strip()))
