// The search page answers while its reader types; without this it answers when the form is sent.

const form = document.querySelector("form[data-live]");
const PAUSE_MS = 180;

if (form) {
  const box = form.querySelector("input[type=search]");
  const shown = () => document.getElementById(form.dataset.live);
  const heard = document.getElementById("heard");
  let timer;
  let running;

  const address = () => {
    const fields = new URLSearchParams(new FormData(form));
    for (const [name, value] of [...fields]) if (!value.trim()) fields.delete(name);
    const query = fields.toString();
    return form.getAttribute("action") + (query ? `?${query}` : "");
  };

  const search = async () => {
    running?.abort();
    running = new AbortController();
    const url = address();
    shown().setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(url, { headers: { Accept: "text/html" }, signal: running.signal });
      if (!answer.ok) throw new Error(String(answer.status));
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      shown().replaceWith(page.getElementById(form.dataset.live));
      // A part that is replaced is not announced; this one stays.
      heard.className = "unheard";
      heard.textContent = shown().querySelector(".total").textContent;
      document.title = page.title;
      history.replaceState(null, "", url);
    } catch (problem) {
      if (problem.name === "AbortError") return;
      shown().removeAttribute("aria-busy");
      heard.className = "callout warn";
      // The form itself, sent, gets a page that tells more.
      heard.textContent = "This search was not answered; below is still the result before it. Press Search to try again.";
    }
  };

  box.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, PAUSE_MS);
  });
  form.addEventListener("submit", () => {
    clearTimeout(timer);
    running?.abort();
  });
}
