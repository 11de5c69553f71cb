// Shows sliders beside numbers, and says before it is saved what will change.
"use strict";
(() => {
  const form = document.getElementById("settings"), changes = document.getElementById("changes");
  if (!changes) return;
  const number = text => Number(text.replace(",", "."));
  const shown = (field, value) => [...(field.options ?? [])].find(o => o.value === value)?.textContent ?? value;

  const tell = () => {
    const list = document.createElement("ul");
    for (const field of form.querySelectorAll(".setting [name]:not([type=hidden])")) {
      const was = form.elements["was:" + field.name]?.value;
      if (was === undefined || was === field.value || (was === "none" && !field.value)) continue;
      const item = document.createElement("li");
      item.textContent = `${field.labels[0].textContent}: ${shown(field, was)} → ${shown(field, field.value)}`;
      list.append(item);
    }
    changes.hidden = !list.children.length;
    changes.replaceChildren(changes.dataset.words, list);
  };

  for (const slider of form.querySelectorAll("input[type=range]")) {
    const field = form.elements[slider.dataset.for];
    slider.parentElement.hidden = false;
    slider.value = number(field.value) || 0;
    slider.addEventListener("input", () => { field.value = slider.value; tell(); });
    field.addEventListener("input", () => { slider.value = number(field.value) || 0; });
  }
  form.addEventListener("input", tell);
  tell();
})();
