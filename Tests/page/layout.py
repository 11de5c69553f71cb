"""What is cut off, covered, or out of reach on a page as it is shown now, with all that can be folded open."""

FAULTS = """() => {
  for (const closed of document.querySelectorAll('details')) closed.open = true;
  const name = e => e.outerHTML.slice(0, 120), faults = [];
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways');
  // What is for a screen reader alone takes no room, and a wide table scrolls.
  const shown = [...document.querySelectorAll('body *')].filter(e => e.checkVisibility({ visibilityProperty: true }) && !e.closest('.unseen, .skip, svg'));
  for (const e of shown) {
    const style = getComputedStyle(e);
    if (style.overflowX === 'hidden' && e.scrollWidth > e.clientWidth + 1 || style.overflowY === 'hidden' && e.scrollHeight > e.clientHeight + 1)
      faults.push('cuts something off: ' + name(e));
  }
  const isFixed = e => { for (; e; e = e.parentElement) if (getComputedStyle(e).position === 'fixed') return true; return false; };
  const inPlace = shown.filter(e => !e.closest('.scroll'));
  for (const e of inPlace) for (const text of e.childNodes) {
    if (text.nodeType !== Node.TEXT_NODE || !text.data.trim() || e.matches('option, textarea')) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const right = Math.min(innerWidth, ...(isFixed(e) ? [] : ['p', 'button', '.card', 'main']).map(place => e.closest(place)?.getBoundingClientRect().right ?? Infinity));
    if ([...range.getClientRects()].some(r => r.right > right + 1 || r.left < -1)) faults.push(`is wider than its place: ${text.data} in ${name(e)}`);
  }
  const controls = inPlace.filter(e => e.matches('a[href], button, input, select, textarea, summary') && e.tabIndex >= 0);
  // What is scrolled goes below a bar that stays in its place, and out of it again.
  const bar = document.querySelector('.tabs'), last = document.querySelector('footer');
  if (bar && last && isFixed(bar) && bar.getBoundingClientRect().top > 1) {
    scrollTo(0, document.documentElement.scrollHeight);
    if (last.getBoundingClientRect().bottom > bar.getBoundingClientRect().top + 1) faults.push('the tabs cover the foot');
    scrollTo(0, 0);
  }
  const areas = controls.map(e => [...e.getClientRects()]);
  const isOn = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  controls.forEach((one, number) => {
    if (areas[number].some(r => r.left < -1 || r.right > innerWidth + 1)) faults.push('is out of the page: ' + name(one));
    controls.forEach((other, later) => {
      if (later > number && isFixed(one) === isFixed(other) && !one.contains(other) && areas[number].some(a => areas[later].some(b => isOn(a, b))))
        faults.push(`lies on another: ${name(one)} ${name(other)}`);
    });
  });
  return faults;
}"""


def layout_faults(page):
    return page.evaluate(FAULTS)
