// Search in a static site: the words of the address are looked up in the index beside it, a few small files a search.
// `search/index.json` names its parts. A part maps words, and filters such as `tag:x`, to numbers of records, times two,
// plus one where the word stands in the message or class. An empty list is a word that too many records have.

const root = new URL("../", import.meta.url);
const shownAtOnce = 50;
const filters = ["repo", "errorClass", "tag", "backgroundTag", "severity"];
const form = document.querySelector("#site-search");
const status = document.querySelector("#site-status");
const list = document.querySelector("#site-results");
const asked = new URLSearchParams(location.search);

async function load(name) {
  const answer = await fetch(new URL(`search/${name}.json`, root));
  if (!answer.ok) throw new Error(`search/${name}.json: ${answer.status}`);
  return answer.json();
}

const parts = new Map();

async function part(index, word) {
  const key = word.slice(0, index.prefix).toLowerCase().replace(/[^a-z0-9]/g, "_");
  if (!index.parts.includes(key)) return {};
  if (!parts.has(key)) parts.set(key, load(`words-${key}`));
  return parts.get(key);
}

// Records that have a word, each with its weight; null where the word says nothing. The last word may go on.
async function having(index, word, goesOn) {
  const known = await part(index, word);
  const own = Object.hasOwn(known, word) ? known[word] : null;
  if (own !== null && own.length === 0) return null;
  const lists = own === null ? [] : [own];
  if (goesOn && word.length >= Math.max(3, index.prefix)) {
    for (const [longer, numbers] of Object.entries(known)) {
      if (longer !== word && longer.startsWith(word) && !longer.includes(":")) lists.push(numbers);
    }
  }
  const found = new Map();
  for (const numbers of lists) {
    const rarity = Math.log(1 + index.records / (numbers.length || index.records));
    for (const number of numbers) {
      const record = number >> 1;
      found.set(record, Math.max(found.get(record) ?? 0, rarity * (number & 1 ? 3 : 1)));
    }
  }
  return found;
}

async function search() {
  const index = await load("index");
  const words = (asked.get("q") ?? "").toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const narrowed = [];
  for (const name of filters) {
    if (asked.get(name)) narrowed.push(await having(index, `${name}:${asked.get(name)}`, false));
  }
  const each = [];
  for (const [at, word] of words.entries()) {
    const found = await having(index, word, at === words.length - 1);
    if (found !== null) each.push(found);
  }
  const candidates = new Set(each.length ? each.flatMap((found) => [...found.keys()]) : narrowed.flatMap((found) => [...(found ?? new Map()).keys()]));
  let hits = [...candidates].filter((record) => narrowed.every((found) => found === null || found.has(record)));
  const all = hits.filter((record) => each.every((found) => found.has(record)));
  const every = all.length > 0 || each.length < 2;
  if (all.length || each.length < 2) hits = all;
  const weight = (record) => each.reduce((sum, found) => sum + (found.get(record) ?? 0), 0);
  hits = hits.map((record) => [weight(record), record]).sort((a, b) => b[0] - a[0] || a[1] - b[1]).map(([, record]) => record);
  return { index, hits, every };
}

async function show(index, hits) {
  const pieces = new Map();
  for (const record of hits) {
    const number = Math.floor(record / index.piece);
    if (!pieces.has(number)) pieces.set(number, load(`records-${number}`));
  }
  for (const record of hits) {
    const [title, path, repo, severity, errorClass, place] = (await pieces.get(Math.floor(record / index.piece)))[record % index.piece];
    const item = document.createElement("li");
    const meta = document.createElement("p");
    meta.className = "meta";
    meta.textContent = [repo, severity, errorClass].filter(Boolean).join(" · ");
    const heading = document.createElement("h2");
    const link = document.createElement("a");
    link.href = new URL(path, root).href;
    link.textContent = title;
    heading.append(link);
    const where = document.createElement("p");
    where.className = "place";
    where.textContent = place;
    item.append(meta, heading, where);
    list.append(item);
  }
}

function more(index, hits) {
  let shown = 0;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Show more";
  const next = async () => {
    const piece = hits.slice(shown, shown + shownAtOnce);
    shown += piece.length;
    button.hidden = shown >= hits.length;
    await show(index, piece);
  };
  button.addEventListener("click", next);
  list.after(button);
  return next();
}

if (form && list && (asked.get("q") || filters.some((name) => asked.get(name)))) {
  form.querySelector("input[name=q]").value = asked.get("q") ?? "";
  for (const name of filters) {
    if (!asked.get(name)) continue;
    const kept = document.createElement("input");
    kept.type = "hidden";
    kept.name = name;
    kept.value = asked.get(name);
    form.append(kept);
  }
  list.replaceChildren();
  document.querySelector("#site-more")?.remove();
  status.textContent = "Searching…";
  try {
    const { index, hits, every } = await search();
    await more(index, hits);
    const count = `${hits.length.toLocaleString("en")} record${hits.length === 1 ? "" : "s"}`;
    status.textContent = every || !hits.length ? count : `No record has all of these words. ${count} with some of them.`;
  } catch {
    status.textContent = "The search index cannot be loaded. The lists of this site work without it.";
  }
}
