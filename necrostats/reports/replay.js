// ------------------------------------------------------------ from step to step

let hashLater = 0;

function remember(n) {
  clearTimeout(hashLater);
  hashLater = setTimeout(() => {
    try {
      history.replaceState(null, "", `#step=${n + 1}`);
    } catch {
      // some browsers let no file do that; the page works without
    }
  }, 200);
}

function markStory(n, how) {
  story.querySelectorAll(".act.now").forEach((one) => one.classList.remove("now"));
  story.querySelectorAll("a.here").forEach((one) => {
    one.classList.remove("here");
    one.removeAttribute("aria-current");
    one.tabIndex = -1;
  });
  const link = links[n];
  link.closest(".act").classList.add("now");
  link.classList.add("here");
  link.setAttribute("aria-current", "step");
  link.tabIndex = 0;
  if (story.scrollHeight > story.clientHeight) {
    const act = link.closest(".act").getBoundingClientRect(), it = link.getBoundingClientRect();
    const frame = story.getBoundingClientRect();
    const fits = act.height < frame.height * 0.7;
    const middle = (fits ? (act.top + act.bottom) / 2 : it.top) - frame.top - frame.height * (fits ? 0.42 : 0.3);
    const smooth = how === "step" && !calm.matches && state.speed <= 2;
    story.scrollTo({ top: story.scrollTop + middle, behavior: smooth ? "smooth" : "instant" });
  }
}

function show(n, how) {
  const at = Math.min(Math.max(n, 0), lines.length - 1), before = state.at;
  state.at = at;
  placeFighters(at, before, how);
  drawMarks(at);
  drawCall(at, placeNames(at));
  caption(at);
  markStory(at, how);
  slider.value = at + 1;
  document.querySelectorAll("#rounds a").forEach((link, k) => link.classList.toggle("here", rounds[at] === k + 1));
  for (const [name, off] of [["first", at === 0], ["back", at === 0], ["before", at === 0],
    ["on", at === lines.length - 1], ["next", at === lines.length - 1], ["last", at === lines.length - 1]]) {
    document.querySelector(`button[data-do="${name}"]`).disabled = off;
  }
  if (before >= 0) remember(at);
}

function pause(from) {
  const line = lines[from];
  if (isRound(line)) return 1300;
  if (line.kind === "die") return 850;
  if (line.event === "acts") return 700;
  return ["moves", "charges", "pushed"].includes(line.event) ? 1050 : ["out", "injured", "flees", "bottles"].includes(line.event) ? 1400 : 900;
}

function play(on) {
  state.playing = on;
  clearTimeout(state.timer);
  document.documentElement.classList.toggle("playing", on);
  byId("play").setAttribute("aria-label", on ? "Pause" : "Play");
  now.setAttribute("aria-live", on ? "off" : "polite");
  if (!on) return;
  if (state.at === lines.length - 1) show(0, "jump");
  const tick = () => {
    state.timer = setTimeout(() => {
      show(state.at + 1, "step");
      if (state.at === lines.length - 1) play(false);
      else tick();
    }, pause(state.at) / state.speed);
  };
  tick();
}

function nextActivation(from, way) {
  let n = from + way;
  if (way < 0 && from > begins[from]) return begins[from];
  while (n > 0 && n < lines.length && begins[n] !== n) n += way;
  return n;
}

const deeds = {
  first: () => show(0, "jump"),
  before: () => show(nextActivation(state.at, -1), "jump"),
  back: () => show(state.at - 1, "step"),
  play: () => play(!state.playing),
  on: () => show(state.at + 1, "step"),
  next: () => show(nextActivation(state.at, 1), "jump"),
  last: () => show(lines.length - 1, "jump"),
};

function go(name) {
  if (name !== "play") play(false);
  deeds[name]();
}

document.querySelectorAll("button[data-do]").forEach((button) => {
  button.addEventListener("click", () => go(button.dataset.do));
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-step]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  play(false);
  show(Number(link.dataset.step) - 1, "jump");
});
slider.addEventListener("input", () => {
  play(false);
  show(Number(slider.value) - 1, "jump");
});
byId("speed").addEventListener("change", (event) => {
  state.speed = Number(event.target.value);
  if (state.playing) play(true);
});
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", PageUp: "before", PageDown: "next", " ": "play" };
document.addEventListener("keydown", (event) => {
  const name = KEYS[event.key], on = event.target;
  if (!name || event.ctrlKey || event.metaKey || event.altKey || on.tagName === "SELECT") return;
  if (event.key === " " && on.tagName === "BUTTON") return;
  event.preventDefault();
  go(name);
});

const stepOf = () => Number((location.hash.match(/^#step=(\d+)$/) || [])[1] || 0);
window.addEventListener("hashchange", () => {
  const step = stepOf();
  if (step && step - 1 !== state.at) {
    play(false);
    show(step - 1, "jump");
  }
});

function drawStrip() {
  const strip = byId("strip"), most = Math.max(1, lines.length - 1);
  const put = (kind, from, to, text) => {
    const part = document.createElement("i");
    part.className = kind;
    part.style.left = `${(100 * from) / most}%`;
    if (to !== null) part.style.width = `calc(${(100 * (to - from)) / most}% - 1px)`;
    part.textContent = text || "";
    strip.append(part);
  };
  lines.forEach((line, n) => {
    if (isRound(line)) put("round", n, null);
    if (line.event === "acts") {
      let end = n;
      while (end + 1 < lines.length && begins[end + 1] === n) end += 1;
      put(fighters[line.who].side ? "b" : "a", n, end + 0.8);
    }
    if (line.event === "out") put("fell", n, null, "×");
    if (line.event === "flees") put("fell", n, null, "»");
  });
}

function fit() {
  const width = board.getBoundingClientRect().width;
  if (!width) return;
  unit = board.viewBox.baseVal.width / width;
  const { x, y, height } = board.viewBox.baseVal, beside = board.closest(".stage").clientWidth - width;
  box = { x: x - (beside / 2) * unit, y, width: (width + beside) * unit, height };
  board.style.setProperty("--u", `${unit}px`);
  board.style.setProperty("--k", unit);
  board.classList.toggle("small", Math.min(...radius) / unit < 13);
  widths = names.map((name) => name.getComputedTextLength());
  if (state.at >= 0) {
    drawMarks(state.at);
    drawCall(state.at, placeNames(state.at));
  }
}

document.documentElement.classList.add("js");
links.forEach((link) => {
  link.tabIndex = -1;
  link.removeAttribute("id"); // else the browser scrolls the page to it
});
drawStrip();
fit();
show(Math.max(0, stepOf() - 1), "none");
window.scrollTo(0, 0);
new ResizeObserver(fit).observe(board);
