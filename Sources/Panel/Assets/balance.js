// Computes while numbers change: the server does it, one question at a time, always with the latest numbers.
"use strict";
(() => {
  const form = document.getElementById("loading");
  if (!form) return;
  const stale = document.getElementById("stale");
  let isAsking = false, isWanted = false;

  const show = news => {
    for (const id in news.parts) {
      const element = document.getElementById(id);
      if (element.innerHTML !== news.parts[id]) element.innerHTML = news.parts[id];
    }
    for (const fault of form.querySelectorAll("[id^=fault-]")) {
      const name = fault.id.slice(6), text = news.faults[name] ?? "";
      if (fault.textContent !== text) fault.textContent = text;
      if (text && fault.closest("details")) fault.closest("details").open = true;
      form.elements[name]?.setAttribute("aria-invalid", Boolean(text));
    }
  };

  const ask = async () => {
    isWanted = true;
    if (isAsking) return;
    isAsking = true;
    while (isWanted) {
      isWanted = false;
      const query = "?" + new URLSearchParams(new FormData(form));
      try {
        const answer = await fetch("/balance/live" + query, { signal: AbortSignal.timeout(3000) });
        if (!answer.ok) throw new Error(answer.status);
        show(await answer.json());
        history.replaceState(null, "", "/balance/sheet" + query);
        stale.hidden = true;
      } catch {
        // The result no longer belongs to the numbers.
        stale.hidden = false;
      }
      document.body.classList.toggle("lost", !stale.hidden);
    }
    isAsking = false;
  };

  const sliders = form.querySelectorAll("input[type=range]");
  const number = text => Number(text.replace(",", "."));
  for (const slider of sliders) {
    const field = form.elements[slider.dataset.for];
    slider.hidden = false;
    slider.value = number(field.value) || 0;
    slider.addEventListener("input", () => { field.value = slider.value; ask(); });
    field.addEventListener("input", () => { slider.value = number(field.value) || 0; });
  }
  const isUnit = field => field.id === "units" || field.id === "fuel-in";
  form.addEventListener("input", event => { if (event.target.name && !isUnit(event.target)) ask(); });
  // Other units are other numbers in all fields: the server converts them.
  form.addEventListener("change", event => { if (isUnit(event.target)) form.requestSubmit(); });
})();
