// Sends an update in parts, since a form has 64 kB at most.
"use strict";
(() => {
  const form = document.getElementById("upload");
  if (!form) return;
  const PART = 36000, AGAIN = 1000, PATIENCE = 20000, TRIES = 20; // bytes, ms, ms
  const state = document.getElementById("sent"), fault = document.getElementById("unsent"), button = form.querySelector("button"), words = form.dataset;
  form.hidden = false;

  // The answer: how many bytes the box has. A box that is away for a moment, or busy, is asked again.
  const send = async fields => {
    for (let tries = 1; ; tries++) {
      let answer = null, text = "";
      try {
        const body = new URLSearchParams(fields);
        answer = await fetch("/update/part", { method: "POST", body, redirect: "manual", signal: AbortSignal.timeout(PATIENCE) });
        text = await answer.text();
      } catch { answer = null; }
      // Who has signed out meanwhile is asked for a code.
      if (answer?.type === "opaqueredirect") { location.assign("/update"); return fields.of; }
      if (answer?.ok && Number(text) > fields.from) return Number(text);
      if (answer && answer.status !== 503) throw new Error(text);
      if (tries === TRIES) throw new Error(words.failed);
      await new Promise(done => setTimeout(done, AGAIN));
    }
  };

  // Base64 for addresses: its letters stay as they are in a form.
  const letters = bytes => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");

  form.addEventListener("submit", async event => {
    event.preventDefault();
    const file = form.elements.file.files[0];
    if (!file || button.disabled) return;
    button.disabled = true;
    fault.textContent = "";
    // A browser that has saved a file twice writes a number behind its name.
    const name = file.name.replace(/[^A-Za-z0-9._-]+/g, "-");
    try {
      let from = 0, shown = -1;
      do {
        const bytes = new Uint8Array(await file.slice(from, from + PART).arrayBuffer());
        from = await send({ name, from, of: file.size, part: letters(bytes) });
        // Each text is read out.
        const percent = 10 * Math.floor(10 * from / file.size);
        if (percent !== shown) state.textContent = words.sent.replace("{n}", shown = percent);
      } while (from < file.size);
      location.assign("/update");
    } catch (error) {
      fault.textContent = error.message;
      button.disabled = false;
    }
  });
})();
