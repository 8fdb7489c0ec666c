const SVG = "http://www.w3.org/2000/svg", INCH = 100;
const byId = (id) => document.getElementById(id);
const battle = JSON.parse(byId("battle").textContent);
const { lines, frames, fighters } = battle;
const board = byId("board"), story = byId("story"), slider = byId("slider"), now = byId("now");
const links = [...story.querySelectorAll("a[data-step]")];
const discs = [...board.querySelectorAll(".fighter")];
const sights = [...board.querySelectorAll(".sight")];
const rows = fighters.map((_, n) => document.querySelector(`.roster li[data-fighter="${n}"]`));
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const radius = fighters.map((who) => (who.base / 2 / 25.4) * INCH);
const facings = fighters.map(() => null);
const state = { at: -1, playing: false, timer: 0, speed: 1 };

// ------------------------------------------------------------ what the lines mean

const isRound = (line) => line.kind === "heading" && line.event === undefined;
const begins = []; // of each line: where its activation, or its round, begins
const rounds = []; // of each line: how many rounds have begun
lines.forEach((line, n) => {
  begins.push(line.kind === "heading" || n === 0 ? n : begins[n - 1]);
  rounds.push((rounds[n - 1] || 0) + (isRound(line) ? 1 : 0));
});
const frameAt = (n) => frames[lines[Math.max(0, n)].frame];
const place = (frame, who) => [frame.x[who] * INCH, (battle.height - frame.y[who]) * INCH];
const point = ([x, y]) => [x * INCH, (battle.height - y) * INCH];
const moved = (n, who) => {
  const before = frameAt(n - 1), after = frameAt(n);
  return before.x[who] !== after.x[who] || before.y[who] !== after.y[who];
};
const bendsOf = (n, who) => (lines[n].who === who ? (lines[n].bends || []).map(point) : []);
const eventOf = (n) => {
  while (n > 0 && lines[n].kind === "die") n -= 1;
  return n;
};
const actorOf = (n) => lines[begins[n]].who;

function fate(shot, upTo) {
  let result = "";
  for (let n = shot + 1; n <= upTo && lines[n].kind === "die"; n += 1) {
    if (lines[n].outcome === "hit" || (lines[n].outcome === "miss" && result !== "hit")) result = lines[n].outcome;
  }
  return result;
}

// ------------------------------------------------------------ drawing

let unit = 3; // units of the drawing in a pixel of the screen
let box = board.viewBox.baseVal; // where names may stand: the drawing, and what room there is beside it

function draw(parent, name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}

const path = (points) => "M" + points.map((at) => at.map((x) => x.toFixed(1)).join(" ")).join("L");

/** A point on the way from one to another, so far short of its end. */
function short(from, to, less) {
  const far = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (far <= less) return from;
  return [to[0] - ((to[0] - from[0]) * less) / far, to[1] - ((to[1] - from[1]) * less) / far];
}

function head(parent, from, to, age) {
  const turn = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const size = 9 * unit;
  const corner = (angle, far) => [to[0] + far * Math.cos(turn + angle), to[1] + far * Math.sin(turn + angle)];
  draw(parent, "path", { class: `point ${age}`, d: path([to, corner(2.65, size), corner(-2.65, size)]) + "Z" });
}

function drawTrail(parent, n, who, charged, age) {
  const from = place(frameAt(n - 1), who), to = place(frameAt(n), who);
  const points = [from, ...bendsOf(n, who), to];
  draw(parent, "circle", { class: `from ${age}`, cx: from[0], cy: from[1], r: radius[who] });
  const kind = lines[n].event === "pushed" ? "push" : charged ? "charge" : "move";
  const last = points[points.length - 2];
  const end = charged ? short(last, to, radius[who]) : to;
  draw(parent, "path", { class: `track ${kind} ${age}`, d: path([...points.slice(0, -1), end]) });
  if (kind === "charge") head(parent, last, end, age);
  if (kind === "push") {
    const [dx, dy] = [to[0] - last[0], to[1] - last[1]], far = Math.hypot(dx, dy) || 1;
    const across = [(-dy / far) * 7 * unit, (dx / far) * 7 * unit];
    draw(parent, "path", { class: `track charge ${age}`,
      d: path([[from[0] - across[0], from[1] - across[1]], [from[0] + across[0], from[1] + across[1]]]) });
  }
}

/** A flame template, laid from the base of who shoots. */
function drawFlame(parent, n, age) {
  const { who, whom, template } = lines[n], frame = frameAt(n);
  const [x, y] = place(frame, who), [tx, ty] = place(frame, whom);
  const turn = Math.atan2(ty - y, tx - x), far = template * INCH, wide = 1.25 * INCH;
  const at = (along, across) => [x + (radius[who] + along) * Math.cos(turn) - across * Math.sin(turn),
    y + (radius[who] + along) * Math.sin(turn) + across * Math.cos(turn)];
  draw(parent, "path", { class: `marker flame ${age}`, d: path([at(0, 0), at(far, wide), at(far, -wide)]) + "Z" });
}

function drawShot(parent, n, upTo, age, how = {}) {
  const frame = frameAt(n), { who, whom } = { ...lines[n], ...how };
  const centre = place(frame, who), target = place(frame, whom);
  const result = how.result ?? fate(n, upTo);
  const from = short(target, centre, radius[who]), to = short(centre, target, radius[whom] + 4 * unit);
  draw(parent, "path", { class: `shot ${result} ${age}`, d: path([from, to]) });
  if (result === "hit") draw(parent, "circle", { class: `end hit ${age}`, cx: to[0], cy: to[1], r: 4 * unit });
  if (result === "miss") {
    const s = 4.5 * unit, [x, y] = to;
    draw(parent, "path", { class: `end miss ${age}`,
      d: path([[x - s, y - s], [x + s, y + s]]) + path([[x - s, y + s], [x + s, y - s]]) });
  }
  if (age === "current" && !result && !calm.matches) {
    const spark = draw(parent, "circle", { class: "spark", r: 3.5 * unit });
    const at = ([x, y]) => ({ transform: `translate(${x}px,${y}px)` });
    spark.animate([at(from), at(to)], { duration: 320 / state.speed, easing: "ease-in", fill: "forwards" });
  }
}

function drawClash(parent, n, age) {
  const { who, whom } = lines[n], frame = frameAt(n);
  const a = place(frame, who), b = place(frame, whom);
  const [x, y] = short(a, b, radius[whom]);
  const turn = Math.atan2(b[1] - a[1], b[0] - a[0]);
  let d = "";
  for (const angle of [1.15, 1.57, 1.99]) {
    for (const way of [1, -1]) {
      const [c, s] = [Math.cos(turn + way * angle), Math.sin(turn + way * angle)];
      d += path([[x + c * 9 * unit, y + s * 9 * unit], [x + c * 17 * unit, y + s * 17 * unit]]);
    }
  }
  draw(parent, "path", { class: `clash ${age}`, d });
}

/** A shot at the one aimed at; faintly if it has gone at another since. */
function drawAttack(parent, i, n, age) {
  const later = lines.slice(i + 1, n + 1).find((line) => ["shoots", "astray"].includes(line.event));
  const diverted = later && later.event === "astray";
  if (lines[i].template && !diverted) drawFlame(parent, i, age);
  else drawShot(parent, i, n, diverted ? "past" : age);
}

/** All that the current activation has done so far, what is past faintly. */
function drawMarks(n) {
  const marks = byId("marks"), event = eventOf(n);
  marks.replaceChildren();
  byId("clashes").replaceChildren();
  let charging = -1;
  for (let i = begins[n]; i <= n; i += 1) {
    const line = lines[i], age = i >= event ? "current" : "past";
    if (i > 0 && i > begins[n]) {
      fighters.forEach((_, who) => {
        if (!moved(i, who)) return;
        drawTrail(marks, i, who, who === charging, age);
        if (who === charging) charging = -1;
      });
    }
    if (line.event === "charges") {
      charging = line.who;
      const from = place(frameAt(i), line.who), aim = place(frameAt(i), line.whom);
      const to = short(from, aim, radius[line.whom]);
      if (event === i) {
        draw(marks, "path", { class: "track push current", d: path([from, to]) });
        head(marks, from, to, "current");
      }
    }
    if (line.event === "shoots" || line.event === "astray") drawAttack(marks, i, n, age);
    if (line.event === "struck") drawShot(marks, i, n, age, { who: actorOf(n), whom: line.who, result: "hit" });
    if (line.event === "blast") {
      const [x, y] = point(line.at);
      draw(marks, "circle", { class: `marker ${age}`, cx: x, cy: y, r: line.radius * INCH });
    }
    if (["fights", "finishes"].includes(line.event) && age === "current") drawClash(byId("clashes"), i, age);
  }
}

// ------------------------------------------------------------ fighters

function turnTo(n, frame) {
  const [dx, dy] = frame.facing[n];
  let angle = (-Math.atan2(dy, dx) * 180) / Math.PI;
  const last = facings[n];
  if (last !== null) angle = last + ((((angle - last) % 360) + 540) % 360) - 180; // the short way round
  facings[n] = angle;
  return [last === null ? angle : last, angle];
}

const STATES = ["injured", "on fire", "broken", "blinded", "no ammo"];
const bottles = [...document.querySelectorAll(".roster h2")].map((title) => {
  const made = document.createElement("small");
  title.append(made);
  return made;
});

/** What of the advanced rules shows on a base. */
function statesOf(frame, who) {
  if (!frame.marks) return [];
  return [...frame.marks[who], ...(frame.posture[who] === "seriously injured" ? ["injured"] : []),
    ...(frame.empty[who].length ? ["no ammo"] : [])];
}

/** How a fighter is, in words. */
function saidOf(frame, who) {
  const said = [frame.posture[who], ...(frame.ready[who] ? ["ready"] : [])];
  if (!frame.marks || frame.posture[who] === "fled") return said;
  const whole = frames[0].toughness[who], left = frame.toughness[who];
  if (left !== whole) said.push(`Toughness ${left} of ${whole}`);
  said.push(...frame.marks[who], ...frame.empty[who].map((weapon) => `no ammo: ${weapon.toLowerCase()}`));
  return said;
}

function placeFighters(n, before, how) {
  const frame = frameAt(n), event = lines[eventOf(n)];
  const step = Math.abs(n - before) === 1 && how !== "none";
  discs.forEach((disc, who) => {
    const spot = ([x, y]) => `translate(${x}px,${y}px)`;
    const to = place(frame, who), from = before < 0 ? to : place(frameAt(before), who);
    const sight = sights[who], [last, angle] = turnTo(who, frame);
    const turns = [disc, sight].map((one) => one.querySelector(".turn"));
    for (const one of [disc, sight]) {
      one.style.transform = spot(to);
      one.getAnimations().forEach((running) => running.cancel());
    }
    for (const turn of turns) turn.style.transform = `rotate(${angle}deg)`;
    if (how !== "none" && !calm.matches) {
      if (from[0] !== to[0] || from[1] !== to[1]) {
        let points = [from, to];
        if (step) {
          const bends = bendsOf(Math.max(n, before), who);
          points = [from, ...(n > before ? bends : bends.slice().reverse()), to];
        }
        const far = points.slice(1).map((at, i) => Math.hypot(at[0] - points[i][0], at[1] - points[i][1]));
        const whole = far.reduce((sum, one) => sum + one, 0);
        let gone = 0;
        const keys = points.map((at, i) => {
          gone += i ? far[i - 1] : 0;
          return { transform: spot(at), offset: gone / whole };
        });
        const duration = step ? (280 + Math.min(whole / INCH, 12) * 50) / state.speed : 220;
        for (const one of [disc, sight]) one.animate(keys, { duration, easing: "ease-in-out" });
      }
      if (last !== angle) {
        const keys = [{ transform: `rotate(${last}deg)` }, { transform: `rotate(${angle}deg)` }];
        const duration = 300 / (step ? state.speed : 2);
        for (const turn of turns) turn.animate(keys, { duration, easing: "ease-out" });
      }
    }
    const posture = frame.posture[who], target = event.whom === who || (event.who === who && actorOf(n) !== who);
    sight.classList.toggle("off", posture !== "standing");
    sight.classList.toggle("acting", actorOf(n) === who);
    const gone = posture === "out" || posture === "fled", states = statesOf(frame, who);
    disc.classList.toggle("pinned", posture === "pinned");
    disc.classList.toggle("out", gone);
    disc.classList.toggle("fled", posture === "fled");
    for (const state of STATES) disc.classList.toggle(`is-${state.replace(/ /g, "-")}`, states.includes(state));
    disc.classList.toggle("is-ready", frame.ready[who] === 1);
    disc.classList.toggle("acting", actorOf(n) === who && !gone);
    disc.classList.toggle("aimed-at", target && !gone);
    disc.querySelectorAll(".wound").forEach((part, w) => part.classList.toggle("lost", w >= frame.wounds[who]));
    const row = rows[who];
    row.querySelector(".how").textContent = posture === "out" ? "out of action" : saidOf(frame, who).join(", ");
    row.querySelector(".left").textContent = `${frame.wounds[who]}/${fighters[who].wounds} W`;
    row.classList.toggle("gone", gone);
    row.classList.toggle("now", actorOf(n) === who);
  });
  (frame.bottled || []).forEach((bottled, side) => {
    bottles[side].textContent = bottled ? " bottled out" : "";
  });
}

// ------------------------------------------------------------ names and calls

const names = fighters.map((who) => {
  const shown = who.name.length > 22 ? who.name.slice(0, 21) + "…" : who.name;
  return draw(byId("names"), "text", { class: "name" }, shown);
});
let widths = [];

const overlap = (p, q) =>
  Math.max(0, Math.min(p.x + p.w, q.x + q.w) - Math.max(p.x, q.x)) *
  Math.max(0, Math.min(p.y + p.h, q.y + q.h) - Math.max(p.y, q.y));

const basesOf = (frame) => fighters.map((_, who) => {
  const [x, y] = place(frame, who), r = radius[who];
  return { x: x - r, y: y - r, w: 2 * r, h: 2 * r };
});

/** Each name beside its base, where it hides least; one that would lie on another is left out. */
function placeNames(n) {
  const frame = frameAt(n), event = lines[eventOf(n)];
  const told = [actorOf(n), event.who, event.whom];
  const order = fighters.map((_, who) => who).filter((who) => !["out", "fled"].includes(frame.posture[who]) || told.includes(who));
  order.sort((p, q) => told.includes(q) - told.includes(p));
  const bases = basesOf(frame);
  const taken = [];
  names.forEach((name) => name.setAttribute("visibility", "hidden"));
  for (const who of order) {
    const [x, y] = place(frame, who), w = widths[who] + 4 * unit, h = 14 * unit, r = radius[who] + 2 * unit;
    const beside = r + w / 2 + 3 * unit, under = r + h / 2;
    const spots = [[0, under], [0, -under], [beside, 0], [-beside, 0],
      [beside * 0.8, under * 0.85], [-beside * 0.8, under * 0.85], [beside * 0.8, -under * 0.85], [-beside * 0.8, -under * 0.85]];
    let best = null;
    spots.forEach(([dx, dy], rank) => {
      const cx = Math.min(Math.max(x + dx, box.x + w / 2), box.x + box.width - w / 2);
      const cy = Math.min(Math.max(y + dy, box.y + h / 2), box.y + box.height - h / 2);
      const area = { x: cx - w / 2, y: cy - h / 2, w, h };
      const onNames = taken.reduce((sum, one) => sum + overlap(area, one), 0) / (w * h);
      const onBases = bases.reduce((sum, one) => sum + overlap(area, one), 0) / (w * h);
      const cost = 3 * onNames + 2 * onBases + rank * 0.02;
      if (!best || cost < best.cost) best = { cost, hidden: onNames + onBases, area, cx, cy };
    });
    if (best.hidden > 0.12 && !told.includes(who)) continue;
    taken.push(best.area);
    names[who].setAttribute("x", best.cx);
    names[who].setAttribute("y", best.cy);
    names[who].setAttribute("visibility", "visible");
  }
  return taken;
}

function callOf(n) {
  const line = lines[n], event = lines[eventOf(n)];
  if (line.kind === "die") {
    const who = event.whom ?? event.who;
    return who === undefined || !line.outcome ? null : { who, text: line.outcome, rolled: line.rolled };
  }
  const said = { out: "out of action", pinned: "pinned", aims: "aims", stands: "stands up", retreats: "retreats",
    injured: "seriously injured", "on fire": "on fire", blinded: "blinded", recovers: "recovers", "out of ammo": "out of ammo",
    reloads: "reloads", "has ammo": "loaded", breaks: "breaks", "fire out": "fire out", flees: "flees", stays: "stays",
    "stays down": "stays down", rallies: "rallies" };
  if (line.event === "hurt") return { who: line.who, text: line.text.replace(fighters[line.who].name, "").trim() };
  return said[line.event] ? { who: line.who, text: said[line.event] } : null;
}

/** What a die has come to, or has become of a fighter, over its base. */
function drawCall(n, taken) {
  const calls = byId("calls"), call = callOf(n);
  calls.replaceChildren();
  if (!call) return;
  const group = draw(calls, "g", { class: "call" });
  const pill = draw(group, "rect", { rx: 7 * unit });
  const text = draw(group, "text", { "text-anchor": "start" },
    call.rolled === undefined ? call.text : `${call.rolled}  ${call.text}`);
  const w = text.getComputedTextLength() + 18 * unit, h = 24 * unit;
  const frame = frameAt(n), [x, y] = place(frame, call.who), r = radius[call.who] + 10 * unit;
  const hidden = [...taken, ...basesOf(frame)];
  const spots = [[0, -r - h / 2], [0, r + h / 2], [r + w / 2, 0], [-r - w / 2, 0],
    [w / 2, -r - 1.4 * h], [-w / 2, -r - 1.4 * h], [w / 2, r + 1.4 * h], [-w / 2, r + 1.4 * h]];
  let at = null, least = Infinity;
  spots.forEach(([dx, dy], rank) => {
    const area = {
      x: Math.min(Math.max(x + dx - w / 2, box.x), box.x + box.width - w),
      y: Math.min(Math.max(y + dy - h / 2, box.y), box.y + box.height - h), w, h,
    };
    const cost = hidden.reduce((sum, one) => sum + overlap(area, one), 0) / (w * h) + 0.02 * rank;
    if (cost < least) [at, least] = [area, cost];
  });
  for (const [key, value] of [["x", at.x], ["y", at.y], ["width", w], ["height", h]]) pill.setAttribute(key, value);
  text.setAttribute("x", at.x + 9 * unit);
  text.setAttribute("y", at.y + h / 2);
}

function caption(n) {
  const line = lines[n], event = lines[eventOf(n)];
  const head = document.createElement("b"), more = document.createElement("small");
  head.textContent = line.kind === "die" && event.kind === "die" ? `${line.title}: ${line.text}` : event.text;
  const parts = [rounds[n] ? `Round ${rounds[n]}` : "Before the battle"];
  if (line.kind === "die") {
    const need = line.need === null ? "" : `needs ${line.need}+, `;
    parts.push(`${line.title}: ${need}rolled ${line.rolled}${line.outcome ? ": " + line.outcome : ""}`);
  }
  parts.push(`${n + 1} of ${lines.length}`);
  more.textContent = parts.join(" · ");
  now.replaceChildren(head, more);
  slider.setAttribute("aria-valuetext", `${head.textContent}, ${more.textContent}`);
}
