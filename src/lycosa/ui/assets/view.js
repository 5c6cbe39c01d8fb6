// Follows a crawl: snapshots come in as server-sent events, the page is brought in line with each.
// Whatever a web page wrote is set as text; the policy of the page forbids markup from script altogether.

const byId = (id) => document.getElementById(id);
const number = new Intl.NumberFormat("en");
const LABELS = [["yes", "Relevant"], ["no", "Not relevant"], ["more", "More like this"]];
const SVG = "http://www.w3.org/2000/svg";
let shown = null;
let held = false;

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function setText(id, text) {
  const place = byId(id);
  if (place.textContent !== text) place.textContent = text;
}

// Brings a list in line with items: entries that stay keep their elements, so focus and selection do too.
function setList(id, items, key, make, update = () => {}, empty = "") {
  const list = byId(id);
  const old = new Map([...list.children].map((child) => [child.dataset.key, child]));
  let place = list.firstElementChild;
  for (const item of items) {
    const name = String(key(item));
    let child = old.get(name);
    old.delete(name);
    if (!child) {
      child = make(item);
      child.dataset.key = name;
    }
    update(child, item);
    if (child === place) place = place.nextElementSibling;
    else list.insertBefore(child, place);
  }
  for (const child of old.values()) child.remove();
  if (!items.length && empty) {
    const child = element("li", { class: "empty" }, empty);
    child.dataset.key = "\u0000empty";
    list.append(child);
  }
}

function webLink(url) {
  const text = element("bdi", {}, url);
  if (!/^https?:\/\//i.test(url)) return text;
  return element("a", { href: url, rel: "noopener noreferrer nofollow", target: "_blank" }, text);
}

function duration(seconds) {
  if (seconds === null || seconds === undefined) return "–";
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (hours >= 48) return `${Math.round(hours / 24)} days`;
  if (hours) return `${hours} h ${minutes} min`;
  return minutes ? `${minutes} min ${String(rest).padStart(2, "0")} s` : `${rest} s`;
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;

// Pages

function makePage(page) {
  const main = element(
    "div", {},
    element("bdi", { class: "name" }, page.title || "(no title)"),
    element("span", { class: "address" }, webLink(page.url)),
    element("bdi", { class: "reason" }, page.reason),
  );
  const score = element("div", { class: "score" }, element("span"), element("span", { class: "verdict" }));
  const item = element("li", {}, score, main);
  if (shown.control) {
    const labels = element("div", { class: "labels", role: "group", "aria-label": `Label ${page.title || page.url}` });
    for (const [label, text] of LABELS) {
      const button = element("button", { type: "button", "data-label": label }, text);
      button.addEventListener("click", async () => {
        if (await order({ do: "label", visit: page.visit, label }, `labelled: ${text}`)) {
          for (const other of labels.children) other.setAttribute("aria-pressed", String(other === button));
        }
      });
      labels.append(button);
    }
    main.append(labels);
  }
  return item;
}

function updatePage(item, page) {
  item.className = page.relevant ? "relevant" : "other";
  item.querySelector(".score > span").textContent = page.score.toFixed(3);
  const verdict = page.label ? "by you" : page.relevant ? "relevant" : "not";
  item.querySelector(".verdict").textContent = verdict;
  for (const button of item.querySelectorAll("[data-label]")) {
    button.setAttribute("aria-pressed", String(button.dataset.label === page.label));
  }
}

const busy = (id) => byId(id).matches(":hover") || byId(id).contains(document.activeElement);

function showPages(snapshot) {
  const known = new Map([...snapshot.latest, ...snapshot.best].map((page) => [String(page.visit), page]));
  if (!held && !busy("latest")) {
    setList("latest", snapshot.latest, (page) => page.visit, makePage, updatePage, "No page has been read yet.");
  } else {
    for (const item of byId("latest").children) {
      const page = known.get(item.dataset.key);
      if (page) updatePage(item, page);
    }
  }
  setList("best", snapshot.best, (page) => page.visit, makePage, updatePage, "No page is relevant so far.");
}

// Numbers

function showNumbers(snapshot) {
  const { counts, pulse } = snapshot;
  setText("relevant", number.format(counts.relevant));
  setText("pages", number.format(counts.pages));
  setText("rate", percent(counts.pages ? counts.relevant / counts.pages : 0));
  setText("speed", pulse && snapshot.state === "running" ? pulse.pages_per_s.toFixed(1) : "–");
  setText("queued", pulse ? number.format(pulse.queued) : "–");
  setText("left", snapshot.state === "running" && pulse ? duration(pulse.ends_in_s) : "–");
  const budget = pulse && pulse.page_budget;
  byId("budget").hidden = !budget;
  if (budget) {
    byId("spent").value = Math.min(1, counts.pages / budget);
    setText("budget-text", `${number.format(counts.pages)} of ${number.format(budget)} pages`);
    const field = byId("budget-pages");
    if (!field.value && document.activeElement !== field) field.placeholder = String(2 * budget);
  }
  const notices = Object.entries(snapshot.notices).map(([kind, text]) => `${kind}: ${text}`);
  if (snapshot.quality) notices.push(snapshot.quality);
  if (snapshot.left) notices.push(snapshot.left);
  setList("notices", notices, (text) => text, (text) => element("li", {}, text));
}

function showState(snapshot) {
  const pill = byId("state");
  const words = { running: "running", paused: "paused", stopped: "stopped", silent: "not running" };
  const before = pill.className;
  pill.className = `pill ${snapshot.state}`;
  setText("state", words[snapshot.state]);
  const told = [];
  if (snapshot.stopped) told.push(snapshot.stopped);
  if (snapshot.state === "silent") told.push("it was ended from outside, or is very busy");
  const { pulse } = snapshot;
  if (snapshot.state === "running" && pulse) {
    told.push(`${pulse.under_way} of ${pulse.slots} requests under way`);
    if (pulse.better) told.push(`waits for ${number.format(pulse.better)} better links on ${number.format(pulse.awaited_hosts)} hosts`);
  }
  if (snapshot.strategy) told.push(snapshot.strategy);
  setText("why", told.join(" · "));
  setText("topic", snapshot.topic || "Live view");
  setText("folder", snapshot.folder);
  document.title = `${snapshot.topic || "crawl"} – Lycosa`;
  if (before !== pill.className && before !== "pill") speak(`The crawl is ${words[snapshot.state]}. ${snapshot.stopped}`);
  byId("drive").hidden = byId("steer").hidden = !snapshot.control;
  const atWork = snapshot.state === "running" || snapshot.state === "paused";
  setText("pause", snapshot.state === "running" ? "Pause" : "Resume");
  byId("stop").disabled = !atWork;
}

// Harvest

function drawing(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

function showHarvest(snapshot) {
  const svg = byId("harvest");
  const points = snapshot.harvest;
  const width = Math.max(280, Math.round(svg.getBoundingClientRect().width));
  const [height, foot, side] = [200, 22, 36];
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const most = Math.max(1, ...points.map((point) => point[1]));
  const last = Math.max(points.length, 30);
  const step = (width - side) / last;
  const up = (count) => ((height - foot - 8) * count) / most;
  const parts = [];
  for (const share of [0, 0.5, 1]) {
    const y = height - foot - up(share * most);
    parts.push(drawing("line", { class: "rule", x1: side, x2: width, y1: y, y2: y }));
    const rate = (share * most) / snapshot.bucket_s;
    parts.push(drawing("text", { x: side - 6, y: y + 4, "text-anchor": "end" }, rate >= 10 || !rate ? rate.toFixed(0) : rate.toFixed(1)));
  }
  points.forEach(([, pages, relevant], place) => {
    if (!pages) return;
    const x = side + place * step;
    const bar = { x, width: Math.max(1, step * 0.86) };
    parts.push(drawing("rect", { class: "read", ...bar, y: height - foot - up(pages), height: up(pages - relevant) }));
    parts.push(drawing("rect", { class: "good", ...bar, y: height - foot - up(relevant), height: up(relevant) }));
  });
  parts.push(drawing("text", { x: side, y: height - 5 }, "start"));
  const end = duration(last * snapshot.bucket_s);
  parts.push(drawing("text", { x: width, y: height - 5, "text-anchor": "end" }, end));
  svg.replaceChildren(...parts);
  const text = points.length
    ? `Pages a second over ${duration(points.length * snapshot.bucket_s)} of crawling.`
    : "Nothing has come in yet.";
  setText("harvest-text", text);
  const { counts } = snapshot;
  svg.setAttribute("aria-label", `Harvest over time: ${counts.relevant} of ${counts.pages} pages are relevant. ${text}`);
}

// Hosts, queue, counts, events

function waitText(host, age) {
  if (host.closed) return `closed: ${host.closed}`;
  if (!host.wait) return "";
  if (host.ready_in_s === null) return host.wait;
  const left = host.ready_in_s - age;
  return left > 0.5 ? `${host.wait}, next in ${duration(left)}` : `${host.wait}, due now`;
}

function updateHost(item, host) {
  const age = shown.pulse ? Math.max(0, Date.now() / 1000 - shown.pulse.at) : 0;
  const atWork = shown.state === "running" || host.closed;
  const wait = atWork ? waitText(host, age) : "";
  const counts = `${number.format(host.relevant)} of ${number.format(host.pages)} relevant`;
  const queued = host.queued === null ? "" : `${number.format(host.queued)} links queued`;
  const [name, numbers] = item.firstElementChild.children;
  name.textContent = host.host;
  numbers.textContent = counts;
  item.lastElementChild.replaceChildren(
    element("span", { class: "wait" }, wait), wait && queued ? " · " : "", queued,
  );
}

function showHosts(snapshot) {
  const make = () => element(
    "li", {},
    element("div", { class: "row" }, element("bdi", { class: "name" }), element("span")),
    element("span", { class: "more" }),
  );
  setList("hosts", snapshot.hosts, (host) => host.host, make, updateHost, "No host has been asked yet.");
}

function showQueue(snapshot) {
  const make = (link) => element(
    "li", {},
    element("div", { class: "row" }, element("bdi", { class: "name" }, link.anchor || "(seed or no anchor)"), element("span")),
    element("span", { class: "address" }, webLink(link.url)),
    element("span", { class: "more" }),
  );
  const update = (item, link) => {
    item.querySelector(".row > span").textContent = link.priority.toFixed(3);
    const why = link.why.map(([name, adds]) => `${name} ${adds >= 0 ? "+" : "−"}${Math.abs(adds).toFixed(3)}`).join(", ");
    item.lastElementChild.textContent = why;
  };
  setList("queue", snapshot.queue, (link) => link.url, make, update, "Nothing is queued, as far as is known.");
}

function showCounts(id, counts, empty) {
  const entries = Object.entries(counts);
  const most = Math.max(1, ...entries.map(([, count]) => count));
  const make = ([name]) => element(
    "li", {}, element("span", {}, name), element("span"), element("meter", { min: 0, "aria-label": name }),
  );
  const update = (item, [, count]) => {
    item.children[1].textContent = number.format(count);
    const meter = item.lastElementChild;
    meter.max = most;
    meter.value = count;
  };
  setList(id, entries, ([name]) => name, make, update, empty);
}

function showEvents(snapshot) {
  const make = (event) => {
    const when = new Date(event.at * 1000);
    const time = element("time", { datetime: when.toISOString() }, when.toLocaleTimeString("en-GB"));
    return element("li", {}, time, ` ${event.kind} `, element("bdi", {}, event.text));
  };
  setList("events", snapshot.events, (event) => `${event.at} ${event.kind} ${event.text}`, make);
  const makeCommand = () => element("li", {}, element("bdi"), element("span"));
  const update = (item, command) => {
    item.firstElementChild.textContent = `${command.order} ${command.value}`;
    item.lastElementChild.textContent = command.outcome === null ? " – not taken in yet" : ` – ${command.outcome}`;
  };
  setList("commands", snapshot.commands, (command) => command.id, makeCommand, update);
}

function showSubTopics(snapshot) {
  byId("sub-topics-section").hidden = !snapshot.sub_topics;
  if (snapshot.sub_topics) {
    showCounts("sub-topics", Object.fromEntries(snapshot.sub_topics.map((topic) => [topic.name, topic.pages])), "None yet.");
  }
}

// Search

function marked(text, marks) {
  const parts = [];
  let done = 0;
  for (const [start, stop] of marks) {
    parts.push(text.slice(done, start), element("mark", {}, text.slice(start, stop)));
    done = stop;
  }
  return [...parts, text.slice(done)];
}

function makeHit(hit) {
  const item = makePage({ ...hit, reason: "" });
  item.querySelector(".reason").replaceChildren(...marked(hit.snippet, hit.marks));
  const similar = element("button", { type: "button", class: "quiet" }, "Similar pages");
  similar.addEventListener("click", () => search({ like: hit.url }, `like ${hit.title || hit.url}`));
  const labels = item.querySelector(".labels") || element("div", { class: "labels" });
  labels.append(similar);
  item.lastElementChild.append(labels);
  return item;
}

async function search(asked, what) {
  const answer = await fetch(`search?${new URLSearchParams(asked)}`);
  const said = await answer.json().catch(() => ({ problem: "the live view does not answer" }));
  const hits = said.hits || [];
  byId("hits").replaceChildren();
  setList("hits", hits, (hit) => hit.visit, makeHit, (item, hit) => updatePage(item, { ...hit, label: "" }));
  setText("found", said.problem || `${number.format(said.found)} pages fit ${what} in the whole crawl, relevant or not; ${hits.length} shown.`);
}

function show(snapshot) {
  shown = snapshot;
  byId("search-section").hidden = !snapshot.searchable;
  showState(snapshot);
  showNumbers(snapshot);
  showHarvest(snapshot);
  showPages(snapshot);
  showHosts(snapshot);
  showSubTopics(snapshot);
  showCounts("failures", snapshot.counts.failures, "Nothing has failed.");
  showCounts("refused", snapshot.counts.refused, "None.");
  showQueue(snapshot);
  showEvents(snapshot);
}

// Orders

function speak(text) {
  byId("spoken").textContent = text;
}

const problems = { view: "", resume: "", order: "" };

function complain(kind, text) {
  problems[kind] = text;
  const told = Object.values(problems).filter(Boolean).join("\n");
  const place = byId("problem");
  if (place.textContent !== told) place.textContent = told;
  place.hidden = !told;
}

async function order(asked, done) {
  const answer = await fetch("orders", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(asked),
  });
  const said = await answer.json().catch(() => ({ problem: "the live view does not answer" }));
  complain("order", said.problem || "");
  if (!said.problem) speak(done || said.done);
  return !said.problem;
}

byId("pause").addEventListener("click", () => {
  const orders = { running: "pause", paused: "resume", stopped: "take-up", silent: "take-up" };
  order({ do: orders[shown.state] });
});
byId("stop").addEventListener("click", () => order({ do: "stop" }));
byId("hold").addEventListener("click", (event) => {
  held = !held;
  event.currentTarget.setAttribute("aria-pressed", String(held));
});
byId("search-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const typed = new FormData(event.currentTarget).get("q");
  search({ q: typed }, `“${typed}”`);
});
for (const [name, make] of [
  ["seed", (form) => ({ do: "seed", url: form.get("url") })],
  ["ban", (form) => ({ do: "ban", url: form.get("url") })],
  ["budget", (form) => ({ do: "budget", pages: Number(form.get("pages")) })],
]) {
  byId(`${name}-form`).addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (await order(make(new FormData(form)))) form.reset();
  });
}

// Snapshots

let over = false;
const source = new EventSource("events");
source.addEventListener("snapshot", (event) => {
  const snapshot = JSON.parse(event.data);
  complain("view", "");
  complain("resume", snapshot.not_resumed);
  show(snapshot);
});
source.addEventListener("problem", (event) => complain("view", JSON.parse(event.data)));
source.addEventListener("over", () => {
  over = true;
  source.close();
  complain("view", "The live view has ended; what you see is how things stood. `lycosa ui FOLDER` opens it again.");
});
source.addEventListener("error", () => {
  if (!over) complain("view", "The live view does not answer; it may have ended. This page tries again by itself.");
});
