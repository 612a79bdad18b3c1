// Conveniences only; every page works without them.

const COPIED_MS = 2000;

/** Give a part of the page, or all of it, what JavaScript adds. */
function enhance(root) {
  showCopyButtons(root);
  for (const form of root.querySelectorAll("form.paste")) answerInPlace(form);
  for (const pane of root.querySelectorAll(".paste-view pre")) {
    const hit = pane.querySelector(".hit");
    if (hit) pane.scrollTop = hit.offsetTop - pane.offsetTop - pane.clientHeight / 2;
  }
}

/** Show the buttons that copy: `data-copy` names an element or stands for the code beside it, `data-copy-text` is the text. */
function showCopyButtons(root) {
  if (!navigator.clipboard) return;
  for (const button of root.querySelectorAll("button[data-copy], button[data-copy-text]")) {
    const label = button.firstChild;
    const words = label.data;
    button.hidden = false;
    button.addEventListener("click", async () => {
      const { copy, copyText } = button.dataset;
      const from = copy ? document.getElementById(copy) : button.closest(".code")?.querySelector("code");
      try {
        await navigator.clipboard.writeText(copyText ?? from.textContent);
        label.data = "Copied";
      } catch {
        label.data = "Select and copy";
      }
      setTimeout(() => { label.data = words; }, COPIED_MS);
    });
  }
}

// What was shown before, by its number in the history: the text of a paste is never in an address.
const shown = [];
let current = 0;

/** Put another <main> in place of the one that is shown. */
function show(main, title) {
  document.querySelector("main").replaceWith(main);
  document.title = title;
}

function remember() {
  shown[current] = { main: document.querySelector("main"), title: document.title };
}

addEventListener("popstate", ({ state }) => {
  // A link within a page leaves an entry without a number: the same page.
  if (state?.shown === undefined || state.shown === current || !shown[state.shown]) return;
  remember();
  current = state.shown;
  show(shown[current].main, shown[current].title);
});

/** Say beside a form what is wrong. */
function tell(form, text) {
  const problem = form.querySelector(".paste-problem");
  problem.textContent = text;
  problem.hidden = false;
}

/** Send the form without leaving the page, and put the answer in its place. */
function answerInPlace(form) {
  const box = form.querySelector("textarea");
  const file = form.querySelector("input[type=file]");
  const button = form.querySelector("button[type=submit]");
  const problem = form.querySelector(".paste-problem");
  const words = button.textContent;
  for (const part of form.querySelectorAll("[data-script]")) part.hidden = false;

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.ariaDisabled === "true") return;
    problem.hidden = true;
    if (!box.value.trim() && !file.files.length) {
      tell(form, "There is no text in the box and no file. Paste something, or choose a file.");
      box.focus();
      return;
    }
    button.ariaDisabled = "true";
    button.textContent = "Reading…";
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        body: new FormData(form),
        headers: { Accept: "text/html" },
      });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (answer.ok) {
        showAnswer(page);
      } else {
        tell(form, page.querySelector(".detail")?.textContent ?? `The server answered ${answer.status}.`);
      }
    } catch {
      tell(form, "The server cannot be reached. Your text is still here: try again.");
    } finally {
      button.ariaDisabled = null;
      button.textContent = words;
    }
  });

  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.requestSubmit();
    }
  });
  // A file wins over the box; whoever writes into the box means the box.
  box.addEventListener("input", () => { file.value = ""; });
}

function showAnswer(page) {
  const main = page.querySelector("main");
  history.replaceState({ shown: current }, "");
  remember();
  current += 1;
  shown.length = current;
  history.pushState({ shown: current }, "", location.pathname);
  show(main, page.title);
  enhance(main);
  scrollTo({ top: 0, behavior: "instant" });
  main.querySelector("h1").focus({ preventScroll: true });
}

// A file may be dropped anywhere on a page with a box; it is answered at once.
for (const kind of ["dragover", "dragleave", "drop"]) {
  addEventListener(kind, (event) => {
    const form = document.querySelector("form.paste");
    if (!form || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    form.classList.toggle("dropping", kind === "dragover");
    if (kind !== "drop") return;
    if (event.dataTransfer.files.length > 1) {
      tell(form, "One file at a time: drop the one that holds the error.");
    } else {
      form.querySelector("input[type=file]").files = event.dataTransfer.files;
      form.requestSubmit();
    }
  });
}

// Not a bare letter: somebody who speaks to the machine, or slips, would press it unknowingly.
addEventListener("keydown", (event) => {
  const search = document.querySelector("input[type=search]");
  if (event.key !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || !search) return;
  event.preventDefault();
  search.focus();
});

enhance(document);
