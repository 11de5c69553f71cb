// Keeps a page current, and says when it is not. A page lies if it shows an old value as a new one: so it is "lost" as
// soon as no heartbeat of the box has come for PATIENCE, whatever the reason: the box, the panel, the network, a proxy
// that holds events back, a phone that slept, a tab out of the cache. News that come LATE are no news either: each has
// the time of the panel, and a round trip shows how that clock stands.
"use strict";
(() => {
  const body = document.body, words = body.dataset;
  const PATIENCE = 2000, AGAIN = 5000, LATE = 3000, TRIP = 3000; // ms
  // What a page shows that is not live, such as a load sheet, stays true.
  const LOST = words.asof ? "lost" : "away";
  const bar = document.getElementById("lost");
  let stream, opened = 0, heard = 0, steady = 0, boxTime = null, heardClock = "", isLost = false, isTold = false;
  // The last round trip: how far the clock of the panel is behind this one at most, and how long it took.
  let trip = null, isMute = false, isAsleep = false;
  // The clock of the phone can be set, and the steady one can stand still while the phone sleeps: the longer time counts.
  const since = () => Math.max(Math.abs(Date.now() - heard), performance.now() - steady);

  // Who reaches for one button must not press another: one that has moved, or means something else, takes no touch for a second.
  const REST = 1000; // ms
  const moved = new Map(), changed = new Map(), buttons = "main :is(a, button)[id]";
  const places = () => new Map([...document.querySelectorAll(buttons)].map(e => {
    const { left, top } = e.getBoundingClientRect();
    return [e.id, { left, top, meaning: (e.closest("form") ?? e).innerHTML }];
  }));
  const isIn = (times, id) => performance.now() - (times.get(id) ?? -REST) < REST;
  const showRest = () => {
    for (const e of document.querySelectorAll(buttons)) e.classList.toggle("rests", isIn(moved, e.id) || isIn(changed, e.id));
  };
  const change = work => {
    const before = places();
    work();
    const now = performance.now();
    for (const [id, { left, top, meaning }] of places()) {
      const was = before.get(id);
      if (!was || Math.abs(was.left - left) > 2 || Math.abs(was.top - top) > 2) moved.set(id, now);
      if (was && was.meaning !== meaning) changed.set(id, now);
    }
    showRest();
    setTimeout(showRest, REST + 20);
  };
  addEventListener("click", event => {
    const id = event.target.closest?.(buttons)?.id;
    // A keyboard goes by the name of a button, wherever it stands.
    if (id && (isIn(changed, id) || event.detail && isIn(moved, id))) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);

  // Title and icon carry the worst alarm, since a tab may not be in front.
  const title = document.querySelector("title"), icon = document.querySelector("link[rel=icon]");
  let worst = "";
  const showTitle = () => {
    const [, priority, name] = /^(\w+) (.*)$/s.exec(worst) ?? [];
    const text = isLost && words.asof ? `⚠ ${bar.textContent} · ` : name ? `▲ ${name} · ` : "";
    document.title = text + title.dataset.own;
    icon.href = icon.dataset[isLost ? "calm" : priority ?? "calm"];
  };
  const setTitle = html => {
    const text = document.createElement("p"), before = worst;
    text.innerHTML = html;
    worst = text.textContent;
    if (worst !== before && worst.startsWith("high") && document.hidden && document.querySelector("#notify input:checked"))
      new Notification(worst.slice(5), { tag: "lapwing", requireInteraction: true });
  };

  const say = text => {
    if (bar.textContent === text && bar.hidden === !text) return;
    change(() => {
      bar.textContent = text;
      bar.hidden = !text;
    });
    showTitle();
  };
  const lose = text => {
    isLost = true;
    body.classList.add(LOST);
    say(text);
  };
  const sayLost = () => lose(heardClock ? words.lost.replace("{n}", heardClock) : words.checking);
  const time = () => new Date().toLocaleTimeString(document.documentElement.lang, { hour12: false });

  const age = seconds => {
    const s = Math.max(0, Math.floor(seconds));
    if (s < 120) return words.seconds.replace("{n}", s);
    return s < 7200 ? words.minutes.replace("{n}", Math.floor(s / 60)) : words.hours.replace("{n}", Math.floor(s / 3600));
  };
  const left = s => {
    if (s < 120) return words.secondsLeft.replace("{n}", s);
    const m = Math.ceil(s / 60);
    return s < 7200 ? words.minutesLeft.replace("{n}", m) : words.hoursLeft.replace("{h}", Math.floor(m / 60)).replace("{n}", m % 60);
  };
  const showAges = () => {
    if (boxTime === null) return;
    const now = boxTime + since() / 1000;
    for (const element of document.querySelectorAll("[data-at]")) {
      const text = age(now - Number(element.dataset.at));
      if (element.textContent !== text) element.textContent = text;
    }
    for (const element of document.querySelectorAll("[data-until]")) {
      const text = left(Math.max(0, Math.ceil(Number(element.dataset.until) - now)));
      if (element.textContent !== text) element.textContent = text;
    }
  };

  // The cards of alarms keep their places for a while after the last touch and the last change, since a finger may be
  // near: a new one comes last, and one that is over leaves its room. Then they are sorted.
  const NEAR = 5000; // ms
  const list = document.getElementById("alarms"), large = document.getElementById("main-value");
  let near = -NEAR, wanted = null;
  for (const kind of ["pointerdown", "pointermove", "keydown", "scroll"])
    addEventListener(kind, () => { near = performance.now(); }, { capture: true, passive: true });
  const hasCards = () => list?.querySelector("article button");
  // Exactly: half a pixel of each card adds up.
  const keepHeight = e => { e.style.minHeight = e.getBoundingClientRect().height + "px"; };
  const keepPlaces = html => {
    const news = document.createElement("div");
    news.innerHTML = html;
    for (const card of list.children) {
      const fresh = [...news.children].find(e => e.id && e.id === card.id);
      keepHeight(card);
      card.inert = !fresh;
      card.style.visibility = fresh ? "" : "hidden";
      if (!fresh) continue;
      card.className = fresh.className;
      if (fresh.dataset.sounds) card.dataset.sounds = fresh.dataset.sounds;
      if (card.innerHTML !== fresh.innerHTML) card.innerHTML = fresh.innerHTML;
      fresh.remove();
    }
    list.append(...news.children);
  };
  const patchCards = html => {
    if (html === (wanted ?? list.innerHTML)) return;
    near = performance.now();
    wanted = html;
    if (hasCards() && html.includes("<button")) keepPlaces(html); else sortCards();
  };
  const sortCards = () => {
    list.innerHTML = wanted;
    wanted = null;
    large.style.minHeight = "";
  };
  const isSettled = () => wanted !== null && performance.now() - near > NEAR;

  const put = (id, html) => {
    const element = document.getElementById(id);
    if (element === list && element) return patchCards(html);
    if (!element || element.innerHTML === html) return;
    const typed = [...element.querySelectorAll("input[id]")].map(input => [input.id, input.value]);
    element.innerHTML = html;
    for (const [id, value] of typed) if (document.getElementById(id)) document.getElementById(id).value = value;
  };
  // Puts something in its place, and the focus back where it was.
  const keepFocus = work => {
    const focus = document.activeElement && document.activeElement.id;
    change(work);
    if (focus && document.activeElement === body) document.getElementById(focus)?.focus({ preventScroll: true });
  };
  const patch = parts => keepFocus(() => {
    // What stands above the cards keeps its room too.
    if (hasCards()) keepHeight(large);
    for (const id in parts) put(id, parts[id]);
  });

  // A browser has six connections to the box for all its windows, and a click needs one. Four windows keep theirs; the
  // others take theirs again for each piece of news. The windows tell each other that they are there.
  const KEPT = 4, TELL = 1000, me = Math.random(), begun = Date.now(), others = new Map();
  let windows = null;
  try {
    windows = new BroadcastChannel("lapwing-windows");
    windows.onmessage = ({ data }) => data.isGone ? others.delete(data.id) : others.set(data.id, { ...data, at: performance.now() });
  } catch { /* A browser that has none: each of its windows keeps its connection. */ }
  const isEarlier = ({ id, from }) => from < begun || from === begun && id < me;
  // A browser lets a window that nobody sees speak once a minute at least.
  const SELDOM = 90 * TELL;
  const earlier = () => {
    for (const [id, { at, isHidden }] of others) if (performance.now() - at > (isHidden ? SELDOM : 3 * TELL)) others.delete(id);
    return [...others.values()].filter(isEarlier).length;
  };
  const isOneTooMany = () => earlier() >= KEPT;

  const open = () => {
    stream?.close();
    opened = Date.now();
    stream = new EventSource(words.live);
    stream.addEventListener("box", event => {
      if (words.empty) return location.replace(words.empty);
      const news = JSON.parse(event.data);
      // At most so late: the way back of the round trip took no longer than the whole of it.
      if (isMute || trip && performance.now() - news.p - trip.behind + trip.time > LATE) {
        patch(news.parts);
        sayLost();
        return;
      }
      [heard, steady, boxTime, heardClock] = [Date.now(), performance.now(), news.t, time()];
      isLost = isTold = false;
      if ("title" in news.parts) setTitle(news.parts.title);
      patch(news.parts);
      showTitle();
      const asof = document.getElementById("asof");
      if (asof) asof.textContent = words.asof.replace("{n}", heardClock);
      if (isOneTooMany()) stream.close();
      body.classList.add("live");
      body.classList.remove(LOST);
      say("");
      showAges();
    });
    stream.addEventListener("lost", event => {
      // The panel knows when it was, and its stream lives.
      isTold = true;
      opened = Date.now();
      lose(words.lost.replace("{n}", event.data));
    });
  };

  const measure = async () => {
    if (isAsleep) return;
    const sent = performance.now();
    let clock = NaN;
    try {
      const answer = await fetch(words.clock, { cache: "no-store", redirect: "error", signal: AbortSignal.timeout(LATE) });
      if (answer.ok) clock = Number(await answer.text());
    } catch { /* No answer: see below. */ }
    const now = performance.now();
    isMute = !(clock > 0);
    trip = isMute ? null : { behind: now - clock, time: now - sent };
  };

  // A browser has six connections to the box for all its tabs, and a click needs one: of the tabs that nobody sees the first
  // keeps its own, for its title, and so does one that is to be heard; the others give theirs up.
  const isWanted = () => document.visibilityState !== "hidden" || document.querySelector("#sound input:checked") || !earlier();

  const check = () => {
    if (!isWanted()) {
      isAsleep = true;
      stream.close();
      return;
    }
    if (isAsleep) {
      isAsleep = isTold = false;
      heardClock = "";
      trip = null;
      sayLost();
      open();
      measure();
    }
    if (isSettled()) keepFocus(sortCards);
    if (since() > PATIENCE && !isTold) sayLost();
    // A stream that hangs, or that the server has ended, is opened again.
    if (isLost && Date.now() - opened > AGAIN || stream.readyState === EventSource.CLOSED && Date.now() - opened > 1000) {
      open();
    }
    showAges();
  };

  // The first frame does not wait for the stream. A page that nobody sees has no frame.
  let isBegun = false;
  const begin = () => {
    if (isBegun) return;
    isBegun = true;
    open();
    measure();
    setInterval(check, 250);
    setInterval(measure, TRIP);
    setInterval(() => { if (!isAsleep) windows?.postMessage({ id: me, from: begun, isHidden: document.hidden }); }, TELL);
    document.addEventListener("visibilitychange", check);
    // A screen beside the box does not go dark, where the browser allows that.
    const stay = () => { if (body.matches(".screen") && !document.hidden) navigator.wakeLock?.request("screen").catch(() => {}); };
    document.addEventListener("visibilitychange", stay);
    stay();
  };
  [heard, steady] = [Date.now(), performance.now()];
  requestAnimationFrame(() => setTimeout(begin));
  setTimeout(begin, 500);

  // Out of the cache nothing is current, until the box is heard again.
  addEventListener("pagehide", () => {
    windows?.postMessage({ id: me, isGone: true });
    stream?.close();
  });
  addEventListener("pageshow", event => {
    if (!event.persisted) return;
    isTold = false;
    heard -= PATIENCE;
    sayLost();
    if (isBegun) open(); else begin();
  });

  // What was said of an order is said once, also if the tab comes back tomorrow.
  const here = new URL(location);
  for (const name of ["said", "heard", "kept"]) here.searchParams.delete(name);
  if (here.href !== location.href) history.replaceState(null, "", here);
  // A second tap is not a second order. Without an answer the form can be sent again.
  addEventListener("submit", event => {
    const { target } = event;
    if (event.defaultPrevented || target.method !== "post") return;
    if (target.dataset.sent) return event.preventDefault();
    target.dataset.sent = "yes";
    setTimeout(() => delete target.dataset.sent, AGAIN);
  });
  // A choice at the foot leads back to what is shown by then.
  document.querySelector("footer").addEventListener("submit", ({ target }) => {
    const to = target.elements.to;
    if (to && to.value.split("?")[0] === location.pathname) to.value = location.pathname + location.search;
  });

  // The chart of the last day comes from the page of these days, when somebody unfolds it.
  const past = document.getElementById("past"), DAY = 864e5; // ms
  past?.addEventListener("toggle", async () => {
    if (!past.open || past.querySelector("figure")) return;
    try {
      const answer = await fetch(past.dataset.page, { redirect: "error" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const figure of page.querySelectorAll("figure.chart")) {
        figure.dataset.view = `${figure.dataset.now - DAY} ${figure.dataset.now}`;
        past.append(figure.previousElementSibling, figure);
      }
      for (const old of page.querySelectorAll("head :is([href*=chart], [src*=chart])")) {
        const fresh = document.createElement(old.localName);
        for (const { name, value } of old.attributes) fresh.setAttribute(name, value);
        document.head.append(fresh);
      }
    } catch { /* The link stays. */ }
  });

  // A notification, only where somebody has asked for it and the browser agrees.
  const notify = document.getElementById("notify");
  if (notify && "Notification" in window && isSecureContext) {
    notify.classList.remove("off");
    const box = notify.querySelector("input");
    box.addEventListener("change", async () => {
      if (box.checked) box.checked = await Notification.requestPermission() === "granted";
    });
  }

  // Sound, only where somebody has asked for it.
  const sound = document.getElementById("sound");
  if (sound) {
    sound.classList.remove("off");
    const box = sound.querySelector("input");
    let audio;
    box.addEventListener("change", () => { if (box.checked) audio ??= new AudioContext(); });
    setInterval(() => {
      if (!box.checked || !audio || !(isLost || document.querySelector('.alarm.high[data-sounds="yes"]'))) return;
      const tone = audio.createOscillator(), level = audio.createGain();
      tone.frequency.value = isLost ? 440 : 880;
      level.gain.value = 0.2;
      tone.connect(level).connect(audio.destination);
      tone.start();
      tone.stop(audio.currentTime + 0.2);
    }, 2500);
  }
})();
