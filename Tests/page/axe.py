"""What axe finds on a page, and what is cut off or covered."""

from axe_playwright_python.sync_playwright import Axe
from layout import layout_faults

COLOURS = {"light": ("light", "none"), "dark": ("dark", "none"), "forced light": ("light", "active"), "forced dark": ("dark", "active")}
# axe takes the colour of text from this property, which gives the colour that was replaced.
FILL = "forced => { for (const e of document.querySelectorAll('body *')) e.style.webkitTextFillColor = forced ? getComputedStyle(e).color : '' }"


def findings(page, colours, size="100%"):
    """A line for each fault of a page in some colours, with text of some size."""
    scheme, forced = COLOURS[colours]
    page.emulate_media(color_scheme=scheme, forced_colors=forced, reduced_motion="reduce")
    page.evaluate("size => document.documentElement.style.fontSize = size", size)
    page.evaluate(FILL, forced == "active")
    found = [
        f"{colours}, text {size}: {fault['id']}: {node['html'][:200]} {node['failureSummary']}"
        for fault in Axe().run(page).response["violations"]
        for node in fault["nodes"]
    ]
    return found + [f"{colours}, text {size}: {fault}" for fault in layout_faults(page)]
