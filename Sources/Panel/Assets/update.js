// Sends an update in parts, since a form has 64 kB at most.
"use strict";
(() => {
  const form = document.getElementById("upload");
  if (!form) return;
  const PART = 36000, AGAIN = 1000, PATIENCE = 20000, TRIES = 20; // bytes, ms, ms
  const state = document.getElementById("sent"), button = form.querySelector("button"), words = form.dataset;
  form.hidden = false;

  // The answer: how many bytes the box has. A box that is away for a moment, or busy, is asked again.
  const send = async fields => {
    for (let tries = 1; ; tries++) {
      let answer = null;
      try {
        const body = new URLSearchParams(fields);
        answer = await fetch("/update/part", { method: "POST", body, redirect: "error", signal: AbortSignal.timeout(PATIENCE) });
      } catch { /* See below. */ }
      if (answer?.ok) return Number(await answer.text());
      if (answer && answer.status !== 503) throw new Error(await answer.text());
      if (tries === TRIES) throw new Error(words.failed);
      await new Promise(done => setTimeout(done, AGAIN));
    }
  };

  form.addEventListener("submit", async event => {
    event.preventDefault();
    const file = form.elements.file.files[0];
    if (!file || button.disabled) return;
    button.disabled = true;
    // A browser that has saved a file twice writes a number behind its name.
    const name = file.name.replace(/[^A-Za-z0-9._-]+/g, "-");
    try {
      for (let from = 0, shown = -1; from < file.size;) {
        const bytes = new Uint8Array(await file.slice(from, from + PART).arrayBuffer());
        from = await send({ name, from, of: file.size, part: btoa(String.fromCharCode(...bytes)) });
        const percent = Math.floor(100 * from / file.size);
        if (percent !== shown) state.textContent = words.sent.replace("{n}", shown = percent);
      }
      location.assign("/update");
    } catch (error) {
      state.textContent = error.message;
      button.disabled = false;
    }
  });
})();
