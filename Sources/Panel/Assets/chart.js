// Lets a chart be read and moved: a value by finger, mouse and arrow keys; the time by drag, wheel, pinch and buttons. The picture
// is drawn as `ChartView` draws it, from the numbers beside it; for finer or other days these come from the page of those days.
"use strict";
(() => {
  const TOP = 7, SHARE = 77, WIDTH = 1000, HEIGHT = 300, DAY = 864e5, LEAST = 36e5, WAIT = 250; // percents, units, ms
  const two = n => String(n).padStart(2, "0");
  const clamp = (n, low, high) => Math.min(Math.max(n, low), high);

  const read = figure => {
    const set = figure.dataset, from = Number(set.from);
    const parts = text => (text ? text.split(";") : []).map(part => {
      const [start, length, low, mean, high] = part.split(" ").map(Number);
      return { start: from + start * 1000, end: from + (start + length) * 1000, low, mean, high };
    });
    const area = e => ({ kind: e.getAttribute("class"), left: parseFloat(e.getAttribute("x")), width: parseFloat(e.getAttribute("width")) });
    return {
      from, to: Number(set.to), now: Number(set.now), shift: Number(set.offset) * 60e3,
      line: { name: set.name, unit: set.unit, places: Number(set.places), parts: parts(set.parts) },
      other: set.other === undefined ? null : { name: set.otherName, unit: set.otherUnit, places: Number(set.otherPlaces), parts: parts(set.other) },
      limits: set.limits ? set.limits.split(" ").map(Number) : [],
      marks: [...figure.querySelectorAll(".mark")].map(e => ({ at: Number(e.dataset.at), name: e.dataset.name, kind: e.getAttribute("class") })),
      phases: [...figure.querySelectorAll(".phase")].map(area),
    };
  };

  // The scale, as `Chart.range` and `ValueScale` have it.
  const range = parts => {
    if (!parts.length) return null;
    const lows = parts.map(p => p.low).sort((a, b) => a - b), highs = parts.map(p => p.high).sort((a, b) => a - b);
    const spare = Math.floor(parts.length / 50), low = lows[spare], high = highs[highs.length - 1 - spare], span = high - low;
    if (!(span > 0)) return [lows[0], highs[highs.length - 1]];
    return [low - lows[0] > span ? low : lows[0], highs[highs.length - 1] - high > span ? high : highs[highs.length - 1]];
  };
  const scale = (values, limits) => {
    let [low, high] = values ?? [Math.min(...limits, 0), Math.max(...limits, 1)];
    if (values) {
      const span = Math.max(high - low, Math.max(Math.abs(high), Math.abs(low)) * .2, 1e-6);
      const above = Math.min(...limits.filter(l => l > high)), below = Math.max(...limits.filter(l => l < low));
      if (above - high <= 2 * span) high = above;
      if (low - below <= 2 * span) low = below;
    }
    const room = high > low ? (high - low) * .08 : Math.max(Math.abs(high) * .05, .5);
    return { low: low >= 0 && low - room < 0 ? 0 : low - room, high: high + room };
  };
  const valueTicks = ({ low, high }) => {
    const rough = (high - low) / 4, power = 10 ** Math.floor(Math.log10(rough)), factor = [1, 2, 5, 10].find(f => f * power >= rough) ?? 10;
    const step = factor * power, places = Math.max(0, -Math.floor(Math.log10(step) + 1e-9)), ticks = [];
    for (let n = Math.ceil(low / step); n * step <= high && ticks.length < 20; n++) ticks.push([n * step, (n * step).toFixed(places)]);
    return ticks;
  };
  const MINUTE = 60e3, STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 10080, 20160].map(n => n * MINUTE);
  const MONTHS = [1, 2, 3, 6, 12];
  // A time of the box: its fields are read as those of UTC.
  const local = (time, shift) => new Date(time + shift);
  const dayText = date => `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
  const timeTicks = (a, b, shift, most) => {
    const step = STEPS.find(s => (b - a) / s <= most), ticks = [];
    let context = "";
    const add = (time, text, whole) => {
      ticks.push([time, text, whole === context ? "" : whole]);
      context = whole;
    };
    if (step) {
      // Weeks begin on Monday; 5 January 1970 was one.
      const origin = step >= 7 * DAY ? 4 * DAY : 0;
      for (let t = Math.ceil((a + shift - origin) / step) * step + origin; t <= b + shift; t += step) {
        const day = dayText(new Date(t)), date = new Date(t);
        if (step < DAY) add(t - shift, `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`, day);
        else add(t - shift, day.slice(5), day.slice(0, 4));
      }
      return ticks;
    }
    const first = local(a, shift), months = MONTHS.find(m => (b - a) / (m * 30.4 * DAY) <= most) ?? 12;
    for (let m = Math.ceil(first.getUTCMonth() / months) * months; ; m += months) {
      const t = Date.UTC(first.getUTCFullYear(), m, 1);
      if (t > b + shift) return ticks;
      if (t >= a + shift) add(t - shift, dayText(new Date(t)).slice(0, 7), "");
    }
  };

  const level = span => span <= 2 * DAY ? 1 : span <= 14 * DAY ? 2 : 3;

  const start = figure => {
    const svg = figure.querySelector(".plot"), readout = figure.querySelector(".readout"), words = figure.dataset;
    const whole = read(figure);
    let data = whole, [a, b] = words.view ? words.view.split(" ").map(Number) : [whole.from, whole.to], cursor = null, timer, asked = "";

    const draw = () => {
      const x = time => clamp((time - a) / (b - a), 0, 1);
      const seen = list => list.filter(p => p.end > a && p.start < b);
      const parts = seen(data.line.parts), others = seen(data.other?.parts ?? []), isShared = data.other?.unit === data.line.unit;
      const own = scale(range(isShared ? [...parts, ...others] : parts), data.limits);
      const second = data.other && !isShared ? scale(range(others), []) : null;
      const y = (value, s) => Math.round(clamp(1 - (value - s.low) / (s.high - s.low), 0, 1) * HEIGHT);
      const top = (value, s) => (TOP + SHARE * y(value, s) / HEIGHT).toFixed(2);
      const ux = time => Math.round(x(time) * WIDTH), left = time => (x(time) * 100).toFixed(2);
      const runs = list => list.reduce((all, p) => {
        const last = all[all.length - 1];
        if (last && last[last.length - 1].end === p.start) last.push(p); else all.push([p]);
        return all;
      }, []);
      const steps = (run, key, s) => `M${ux(run[0].start)} ${y(run[0][key], s)}${run.map(p => `V${y(p[key], s)}H${ux(p.end)}`).join("")}`;
      const band = run => `${steps(run, "high", own)}${[...run].reverse().map(p => `V${y(p.low, own)}H${ux(p.start)}`).join("")}Z`;
      const area = (kind, from, to) => `<rect class="${kind}" x="${left(from)}%" width="${((x(to) - x(from)) * 100).toFixed(2)}%" y="${TOP}%" height="${SHARE}%"/>`;
      const side = (part, edge) => part < edge ? "first" : part > 1 - edge ? "last" : "time";
      let last = Math.max(a, data.from), html = "";
      for (const { kind, left, width } of data.phases) {
        const from = data.from + (data.to - data.from) * left / 100;
        html += area(kind, from, from + (data.to - data.from) * width / 100);
      }
      for (const p of [...parts, { start: Math.min(b, data.to, data.now), end: 0 }]) {
        // Times of parts are whole seconds here.
        if (p.start - last >= 1000) html += area("gap", last, p.start);
        last = Math.max(last, p.end);
      }
      html += `<svg y="${TOP}%" height="${SHARE}%" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none"><path class="band" d="${runs(parts).map(band).join("")}"/>`
        + `<path class="mean" d="${runs(parts).map(r => steps(r, "mean", own)).join("")}"/>`
        + (others.length ? `<path class="other" d="${runs(others).map(r => steps(r, "mean", second ?? own)).join("")}"/>` : "") + "</svg>";
      for (const [value, text] of valueTicks(own))
        html += `<line class="grid" x2="100%" y1="${top(value, own)}%" y2="${top(value, own)}%"/><text x="0" y="${top(value, own)}%" dy="-2">${text}</text>`;
      if (second) for (const [value, text] of valueTicks(second)) html += `<text class="second" x="100%" y="${top(value, second)}%" dy="-2">${text}</text>`;
      for (const limit of data.limits.filter(l => l >= own.low && l <= own.high))
        html += `<line class="limit" x2="100%" y1="${top(limit, own)}%" y2="${top(limit, own)}%"/><text class="limit" x="${second ? 80 : 100}%" y="${top(limit, own)}%" dy="-2">${limit}</text>`;
      for (const [time, text, context] of timeTicks(a, b, data.shift, Math.max(2, Math.floor(svg.clientWidth / 75)))) {
        const at = edge => `class="${side(x(time), edge)}" x="${left(time)}%"`;
        html += `<line class="grid" x1="${left(time)}%" x2="${left(time)}%" y1="${TOP}%" y2="${TOP + SHARE}%"/><text ${at(.06)} y="92%">${text}</text>`
          + (context ? `<text ${at(.12)} y="100%" dy="-3">${context}</text>` : "");
      }
      for (const mark of data.marks.filter(m => m.at >= a && m.at <= b))
        html += `<svg class="${mark.kind}" x="${left(mark.at)}%"><path d="M-6 1H6L0 12Z"/></svg>`;
      const spike = parts.reduce((most, p) => p.high > (most?.high ?? own.high) ? p : most, null);
      if (spike) {
        const at = x((spike.start + spike.end) / 2);
        html += `<text class="${side(at, .1)} spike" x="${(at * 100).toFixed(2)}%" y="${TOP}%" dy="12">↑ ${spike.high.toFixed(data.line.places)}</text>`;
      }
      if (cursor !== null && cursor >= a && cursor <= b) html += `<line class="cursor" x1="${left(cursor)}%" x2="${left(cursor)}%" y1="${TOP}%" y2="${TOP + SHARE}%"/>`;
      svg.innerHTML = html;
    };

    const at = (line, time) => line?.parts.find(p => p.start <= time && p.end > time);
    const say = () => {
      const part = at(data.line, cursor), other = at(data.other, cursor), date = local(part?.start ?? cursor, data.shift);
      const isDay = part && part.end - part.start > DAY / 2;
      const value = (p, { places, unit }) => `${p.mean.toFixed(places)} ${unit} (${p.low.toFixed(places)}–${p.high.toFixed(places)})`;
      const texts = [`${dayText(date)}${isDay ? "" : ` ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`}`];
      texts.push(part ? value(part, data.line) : words.noData);
      if (data.other) texts.push(`${data.other.name}: ${other ? value(other, data.other) : words.noData}`);
      const near = part ?? { start: cursor - (b - a) / 100, end: cursor + (b - a) / 100 };
      for (const mark of data.marks) if (mark.at >= near.start && mark.at < near.end) texts.push(`▼ ${mark.name}`);
      readout.textContent = texts.join(" · ");
    };
    const point = time => {
      cursor = clamp(time, a, b - 1);
      say();
      draw();
    };

    // What is shown may be finer on the page of fewer days, or lie before or after what this page has.
    const load = async () => {
      if (!words.more) return;
      const isInside = a >= data.from && b <= data.to;
      if (isInside && level(b - a) >= level(data.to - data.from)) return;
      const from = dayText(local(Math.max(a, b - 365 * DAY), whole.shift)), to = dayText(local(Math.min(b - 1, Math.max(Date.now(), whole.to - 1)), whole.shift));
      const key = `from=${from}&to=${to}`;
      if (key === asked || from > to) return;
      asked = key;
      try {
        const answer = await fetch(words.more + key, { redirect: "error" });
        if (!answer.ok || asked !== key) return;
        const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(figure.id);
        if (!found) return;
        data = read(found);
        draw();
        if (cursor !== null) say();
      } catch { /* The box is lost, as the page says; what is shown stays. */ }
    };
    const show = (from, to) => {
      const span = clamp(to - from, LEAST, 366 * DAY), middle = (from + to) / 2;
      const end = words.more ? Math.max(whole.to, Date.now()) : whole.to;
      b = Math.min(middle + span / 2, end);
      a = words.more ? b - span : Math.max(whole.from, b - span);
      if (a === whole.from && b === whole.to) data = whole;
      draw();
      clearTimeout(timer);
      timer = setTimeout(load, WAIT);
    };
    const zoom = (factor, time = cursor ?? (a + b) / 2) => show(time - (time - a) * factor, time + (b - time) * factor);
    const pan = share => show(a + (b - a) * share, b + (b - a) * share);
    const all = () => {
      [data, asked] = [whole, ""];
      [a, b] = [whole.from, whole.to];
      clearTimeout(timer);
      draw();
    };

    const time = event => {
      const { left, width } = svg.getBoundingClientRect();
      return a + (b - a) * clamp((event.clientX - left) / width, 0, 1);
    };
    // A part can be narrower than a pixel, and a finger is wide: what is pointed at is the nearest value within reach.
    const pointAt = event => {
      const here = time(event), reach = (event.pointerType === "mouse" ? 2 : 12) / svg.getBoundingClientRect().width * (b - a);
      const far = p => Math.max(p.start - here, here - p.end + 1, 0);
      const near = data.line.parts.reduce((best, p) => far(p) < far(best) ? p : best, { start: here, end: here - reach });
      point(clamp(here, near.start, Math.max(near.start, near.end - 1)));
    };
    const held = new Map();
    svg.addEventListener("pointerdown", event => {
      held.set(event.pointerId, event);
      svg.setPointerCapture?.(event.pointerId);
      if (event.pointerType !== "mouse") pointAt(event);
    });
    svg.addEventListener("pointermove", event => {
      const before = held.get(event.pointerId);
      if (!before) return event.pointerType === "mouse" ? pointAt(event) : undefined;
      const { width } = svg.getBoundingClientRect();
      if (held.size === 2) {
        const [other] = [...held.values()].filter(e => e.pointerId !== event.pointerId);
        const was = Math.abs(before.clientX - other.clientX), is = Math.abs(event.clientX - other.clientX);
        if (was > 10 && is > 10) zoom(was / is, time({ clientX: (event.clientX + other.clientX) / 2 }));
      } else if (event.pointerType === "mouse") pan((before.clientX - event.clientX) / width);
      else pointAt(event);
      held.set(event.pointerId, event);
    });
    for (const kind of ["pointerup", "pointercancel"]) svg.addEventListener(kind, event => held.delete(event.pointerId));
    svg.addEventListener("dblclick", event => zoom(.5, time(event)));
    // The wheel scrolls the page, unless the chart was chosen.
    svg.addEventListener("wheel", event => {
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) pan(Math.sign(event.deltaX) * .1);
      else if (event.ctrlKey || document.activeElement === figure) zoom(event.deltaY > 0 ? 1.25 : .8, time(event));
      else return;
      event.preventDefault();
    }, { passive: false });
    figure.addEventListener("keydown", event => {
      if (event.target !== figure || event.altKey || event.ctrlKey || event.metaKey) return;
      // To the next part, or the gap before it.
      const move = way => {
        if (event.shiftKey) return pan(way / 4);
        const here = cursor ?? (a + b) / 2, part = at(data.line, here), { parts } = data.line;
        if (part) return point(way > 0 ? part.end : part.start - 1);
        const next = way > 0 ? parts.find(p => p.start > here) : parts.findLast(p => p.end <= here);
        point(next ? (way > 0 ? next.start : next.end - 1) : way > 0 ? b : a);
      };
      const act = {
        ArrowLeft: () => move(-1), ArrowRight: () => move(1), Home: () => point(a), End: () => point(b),
        "+": () => zoom(.5), "-": () => zoom(2), 0: all, Escape: all,
      }[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    });

    const tools = document.createElement("div"), names = words.words.split("|");
    tools.className = "tools";
    [["‹", () => pan(-.5)], ["−", () => zoom(2)], ["+", () => zoom(.5)], ["›", () => pan(.5)], ["↔", all]].forEach(([sign, act], number) => {
      const button = document.createElement("button");
      [button.type, button.textContent, button.title] = ["button", sign, names[number]];
      button.setAttribute("aria-label", names[number]);
      button.addEventListener("click", act);
      tools.append(button);
    });
    svg.after(tools);
    new ResizeObserver(draw).observe(svg);
  };
  document.querySelectorAll("figure.chart").forEach(start);
})();
