/* The dice, one shot and the duel of the basic rules as C has them: what the compiled steps are timed against.

   Same algorithm, same streams, so the counts of both must be identical, trial by trial. Numbers come in the order of
   the fields of the NamedTuples they are taken from: Shot, Target, and for a duel those of `Match` (play.py), one
   array each. Knows the readings of these numbers, nothing of cards and options. */

#include <stdint.h>

typedef int64_t whole;
#define NEVER 7
#define GOLDEN 0x9E3779B97F4A7C15ULL

/* ------------------------------------------------------------------ dice */

typedef struct {
    uint64_t s[4], fraction, left;
} Stream;

static inline uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
}

static inline uint64_t rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t next64(Stream *g) {
    uint64_t *s = g->s, result = rotl(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0], s[3] ^= s[1], s[1] ^= s[2], s[0] ^= s[3];
    s[2] ^= t, s[3] = rotl(s[3], 45);
    return result;
}

static inline void reseed(Stream *g, uint64_t key, whole trial) {
    uint64_t x = mix(key + (uint64_t)trial * GOLDEN);
    for (int i = 0; i < 4; i++) g->s[i] = mix(x += GOLDEN);
    g->left = 0;
}

static inline whole face(Stream *g) {
    const uint64_t m61 = (1ULL << 61) - 1, sixes = 2821109907456ULL, rest = (1ULL << 61) % sixes;
    if (g->left == 0) {
        do g->fraction = next64(g) & m61;
        while (((g->fraction * sixes) & m61) < rest);
        g->left = 16;
    }
    uint64_t x = g->fraction * 6;
    g->fraction = x & m61, g->left--;
    return (whole)(x >> 61) + 1;
}

static inline whole below(Stream *g, uint64_t n) {
    const uint64_t m32 = (1ULL << 32) - 1, rest = (1ULL << 32) % n;
    uint64_t x;
    do x = (next64(g) >> 32) * n;
    while ((x & m32) < rest);
    return (whole)(x >> 32);
}

static inline whole die(Stream *g, whole sides) { return sides == 6 ? face(g) : below(g, sides) + 1; }

/* ------------------------------------------------------------------ one hit */

typedef struct {
    whole wounds, toughness, pinned, pushed, hits, wounded, unsaved;
} Target;

typedef struct {
    whole strength, save_on, damage, last_row, half;
} Blow;

static inline whole least(whole a, whole b) { return a < b ? a : b; }
static inline whole most(whole a, whole b) { return a > b ? a : b; }

static inline whole wound_on(whole strength, whole toughness, whole last_row, whole half) {
    if (strength <= 0) return NEVER;
    if (strength >= 2 * toughness) return 2;
    if (strength > toughness) return 3;
    if (strength == toughness) return 4;
    whole limit = toughness + (half == 1 ? toughness % 2 : half == 2 ? -(toughness % 2) : 0);
    return last_row == 1 || 2 * strength <= limit ? 6 : 5;
}

static inline Target resolve_hit(Blow blow, Target target, Stream *g) {
    if (target.wounds <= 0 || face(g) < wound_on(blow.strength, target.toughness, blow.last_row, blow.half))
        return target;
    target.wounded = 1;
    if (blow.save_on < NEVER && face(g) >= blow.save_on) return target;
    target.unsaved = 1;
    target.wounds = most(0, target.wounds - blow.damage);
    return target;
}

/* ------------------------------------------------------------------ one shot */

typedef struct {
    whole in_range, hit_on, bare_on, pin_on, push_on, bare_push_on, blocked, strength, save_on, damage, last_row, half;
} Shot;

static inline whole hit_face(whole hit_on, whole bare_on, Stream *g) {
    whole first = face(g);
    if (first >= hit_on) return first;
    if (hit_on >= NEVER && bare_on < NEVER && first == 6) {
        whole again = face(g);
        return again >= bare_on ? 10 + again : 0;
    }
    return 0;
}

static inline Target shoot(const Shot *shot, Target target, Stream *g) {
    if (shot->in_range == 0 || target.wounds <= 0) return target;
    if (shot->pin_on == 1) target.pinned = 1;
    whole hit = hit_face(shot->hit_on, shot->bare_on, g);
    if (hit <= 0) return target;
    if (shot->pin_on == 0) target.pinned = 1;
    whole pushed = hit % 10 >= (hit > 10 ? shot->bare_push_on : shot->push_on);
    target.pushed = most(target.pushed, pushed);
    target.hits++;
    whole damage = shot->damage + (shot->blocked == 1 && shot->damage > 0 ? pushed : 0);
    return resolve_hit((Blow){shot->strength, shot->save_on, damage, shot->last_row, shot->half}, target, g);
}

void tally_shots(const whole *numbers, const whole *start, uint64_t key, whole first, whole trials, whole *counts) {
    Shot shot = *(const Shot *)numbers;
    Target target = *(const Target *)start;
    Stream g;
    for (whole trial = first; trial < first + trials; trial++) {
        reseed(&g, key, trial);
        Target after = shoot(&shot, target, &g);
        whole at = ((after.hits * (target.wounds + 1) + after.wounds) * 2 + after.wounded) * 2 + after.unsaved;
        counts[(at * 2 + after.pinned) * 2 + after.pushed]++;
    }
}

/* ------------------------------------------------------------------ one fight */

#define WEAPONS 3

typedef struct {
    whole n, hit_on, six_on, power, strength, save_on, damage, push_on, harder, disarm_on, shock, entangle, tougher;
} Strike;

typedef struct {
    Strike strikes[WEAPONS];
    whole parries, power_parries, choice, last_row, half;
} Melee;

typedef struct {
    whole of[WEAPONS]; /* how many hits of a weapon stand on each natural face from 2 on, ten bits each */
} Hits;

static inline whole one_on(whole natural) { return 1LL << (10 * (natural - 2)); }
static inline whole count(const Hits *hits, int weapon, int natural) {
    return (hits->of[weapon] >> (10 * (natural - 2))) & 1023;
}
static inline whole count_all(const Hits *hits, int weapon) {
    const whole every = 1 + (1LL << 10) + (1LL << 20) + (1LL << 30) + (1LL << 40);
    return ((hits->of[weapon] * every) >> 40) & 1023;
}

static inline whole standing_for(const Strike *strike, whole natural) {
    whole kept = strike->hit_on, effects[3] = {strike->six_on, strike->push_on, strike->disarm_on};
    for (int i = 0; i < 3; i++)
        if (kept < effects[i] && effects[i] <= natural) kept = effects[i];
    return natural == 6 && strike->shock + strike->entangle > 0 ? 6 : kept;
}

static inline whole roll_to_hit(const Strike *strike, Stream *g) {
    whole natural = face(g);
    return natural >= strike->hit_on ? one_on(standing_for(strike, natural)) : 0;
}

static inline Blow blow_of(const Melee *melee, int weapon, whole natural) {
    const Strike *strike = &melee->strikes[weapon];
    whole six = natural >= strike->six_on, pushed = natural >= strike->push_on ? strike->harder : 0;
    whole damage = strike->damage + (strike->damage > 0 ? six + pushed : 0);
    return (Blow){strike->strength, six ? NEVER : strike->save_on, damage, melee->last_row, melee->half};
}

static inline whole harm(const Melee *melee, int weapon, whole natural, whole toughness, whole wounds) {
    const Strike *strike = &melee->strikes[weapon];
    Blow each = blow_of(melee, weapon, natural);
    whole failing = least(most(each.save_on, 1) - 1, 6) * least(each.damage, wounds), wounding = 6;
    if (!(strike->shock == 1 && natural == 6 && strike->strength > 0))
        wounding = 7 - wound_on(each.strength, toughness + strike->tougher, each.last_row, each.half);
    return wounding * failing + (natural >= strike->six_on ? 1000000 : 0);
}

static inline int parryable(const Strike *strike, whole ordinary, whole power) {
    return strike->entangle == 0 && (power > 0 || (strike->power == 0 && ordinary > 0));
}

static int picked_hit(const Melee *melee, const Hits *hits, Target target, whole ordinary, whole power, Stream *g) {
    if (melee->choice == 0) {
        int best = -1;
        whole worst = -1;
        for (int w = 0; w < WEAPONS; w++)
            if (hits->of[w] != 0 && parryable(&melee->strikes[w], ordinary, power))
                for (int f = 2; f < 7; f++)
                    if (count(hits, w, f) > 0 && harm(melee, w, f, target.toughness, target.wounds) > worst)
                        best = 8 * w + f, worst = harm(melee, w, f, target.toughness, target.wounds);
        return best;
    }
    whole total = 0;
    int last = WEAPONS;
    for (int w = 0; w < last; w++)
        if (parryable(&melee->strikes[w], ordinary, power)) {
            total += count_all(hits, w);
            if (melee->choice == 2 && total > 0) break;
        }
    if (total == 0) return -1;
    whole picked = total > 1 ? die(g, total) : 1;
    for (int w = 0; w < WEAPONS; w++)
        if (parryable(&melee->strikes[w], ordinary, power))
            for (int f = 2; f < 7; f++)
                if ((picked -= count(hits, w, f)) <= 0) return 8 * w + f;
    return -1;
}

static void parry(const Melee *melee, Hits *hits, Target target, Stream *g) {
    whole ordinary = melee->parries, power = melee->power_parries, again[WEAPONS] = {0};
    for (whole i = melee->parries + melee->power_parries; i > 0; i--) {
        int picked = picked_hit(melee, hits, target, ordinary, power, g);
        if (picked < 0) continue;
        if (melee->strikes[picked / 8].power == 0 && ordinary > 0) ordinary--;
        else power--;
        hits->of[picked / 8] -= one_on(picked % 8), again[picked / 8]++;
    }
    for (int w = 0; w < WEAPONS; w++)
        for (whole i = 0; i < again[w]; i++) hits->of[w] += roll_to_hit(&melee->strikes[w], g);
}

static Target fight(const Melee *melee, Target target, Stream *g) {
    Hits hits = {0};
    for (int w = 0; w < WEAPONS; w++)
        for (whole i = 0; i < melee->strikes[w].n; i++) hits.of[w] += roll_to_hit(&melee->strikes[w], g);
    if (melee->parries + melee->power_parries > 0) parry(melee, &hits, target, g);
    for (int w = 0; w < WEAPONS; w++) target.hits += count_all(&hits, w);
    for (int w = 0; w < WEAPONS; w++)
        for (int f = 2; hits.of[w] != 0 && f < 7; f++)
            for (whole i = 0; i < count(&hits, w, f); i++) target = resolve_hit(blow_of(melee, w, f), target, g);
    return target;
}

void tally_fights(const whole *numbers, const whole *start, uint64_t key, whole first, whole trials, whole *counts) {
    Melee melee = *(const Melee *)numbers;
    Target target = *(const Target *)start;
    Stream g;
    for (whole trial = first; trial < first + trials; trial++) {
        reseed(&g, key, trial);
        Target after = fight(&melee, target, &g);
        whole at = ((after.hits * (target.wounds + 1) + after.wounds) * 2 + after.wounded) * 2 + after.unsaved;
        counts[(at * 2 + after.pinned) * 2 + after.pushed]++;
    }
}

/* ------------------------------------------------------------------ a duel */

enum { END, START, DECLARE = 3, AFTER = 6, FREE_FIGHT = 12, REACT, REACT_STUCK = 15, REACT_AWAY = 17, DISTANCE = 19,
       DISTANCE_DUE = 31, REACT_MOVED = 43, REACT_HAMPERED = 45 };
enum { NOTHING, SHOOT, AIM, FIGHT, RETREAT, STAND_UP, MOVE, RELOAD, CRAWL, CHARGE, KNOWN_CHARGE, ROLL_CHARGE,
       AIMED_SHOOT, CHARGE_FIGHT, REACTION, REACTION_AWAY, RETREAT_TO, REACTION_MOVED };
enum { DONE, CONTACT, REACTION_DUE, STUCK_REACTION, AWAY_REACTION, AWAY = 4, DIE_KNOWN = 10, AWAY_DUE = 13,
       HAMPERED_DUE = 20 };
enum { M, HALF_M, TOUGHNESS, WOUNDS, TEST_NEED, SIDE_FIELDS };

typedef struct {
    whole gap, mine, theirs, my_pinned, their_pinned, my_cover, their_cover, my_guns, their_guns;
} State;

typedef struct {
    whole sides[2 * SIDE_FIELDS];
    whole shots, melees, lane, profiles, sets, contact, always, order, react_after;
    whole place_begin[2], point_stride[2], strides[18], begin[2], turn_stride[2];
    State start;
    whole rounds, tie;
    const whole *table;
    const int32_t *place, *picks;
    const whole *menus, *menu_options, *menu_weights;
} Match;

static inline State swapped(State s) {
    return (State){s.gap, s.theirs, s.mine, s.their_pinned, s.my_pinned, s.their_cover, s.my_cover, s.their_guns,
                   s.my_guns};
}

static inline whole picked_option(const Match *m, int actor, whole turn, whole point, const State *state, Stream *g) {
    const whole *s = m->strides + 9 * actor, *at = (const whole *)state;
    whole number = 0;
    for (int i = 0; i < 9; i++) number += s[i] * at[i];
    whole node = m->place[m->place_begin[actor] + point * m->point_stride[actor] + number];
    whole option = m->picks[m->begin[actor] + turn * m->turn_stride[actor] + node];
    if (option >= 0) return option;
    const whole *menu = m->menus + 3 * (-1 - option);
    whole left = die(g, menu[2]);
    for (whole i = menu[0]; i < menu[0] + menu[1]; i++)
        if ((left -= m->menu_weights[i]) <= 0) return m->menu_options[i];
    return m->menu_options[menu[0]];
}

static inline void move_to(State *state, whole gap) {
    if (gap != state->gap) state->my_cover = 0;
    state->gap = gap;
}

static inline void shoot_profile(const Match *m, int side, whole profile, whole aimed, State *s, Stream *g) {
    const whole *ranges = m->table + 2 * (side * m->profiles + profile);
    whole band = s->gap <= ranges[0] ? 0 : s->gap <= ranges[1] ? 1 : 2;
    whole row = ((side * m->profiles + profile) * 3 + band) * 2 + aimed;
    row = (row * 2 + s->their_pinned) * 2 + s->their_cover;
    Target target = {s->theirs, m->sides[(1 - side) * SIDE_FIELDS + TOUGHNESS], s->their_pinned};
    target = shoot((const Shot *)(m->table + m->shots + row * (sizeof(Shot) / sizeof(whole))), target, g);
    if (target.pushed == 1 && target.wounds > 0) {
        whole gap = least(m->lane, s->gap + 1);
        if (gap != s->gap) s->their_cover = 0;
        s->gap = gap;
    }
    s->theirs = target.wounds, s->their_pinned = target.pinned, s->my_guns = s->their_guns = 0;
}

static inline void close_combat(const Match *m, int side, whole kind, whole weapons, State *s, Stream *g) {
    int reacts = kind == REACTION || kind == REACTION_AWAY || kind == REACTION_MOVED;
    int attacker = reacts ? 1 - side : side;
    whole at = ((attacker * m->sets + weapons) * 2 + (kind == CHARGE_FIGHT)) * (sizeof(Melee) / sizeof(whole));
    Target target = {reacts ? s->mine : s->theirs, m->sides[(1 - attacker) * SIDE_FIELDS + TOUGHNESS]};
    whole left = fight((const Melee *)(m->table + m->melees + at), target, g).wounds;
    if (reacts) s->mine = left;
    else s->theirs = left, s->gap = 0;
    s->my_pinned = s->their_pinned = s->my_guns = s->their_guns = 0;
}

static inline whole act(const Match *m, int side, whole option, State *s, Stream *g) {
    whole kind = option / 1024, argument = option % 1024;
    const whole *mine = m->sides + side * SIDE_FIELDS, *theirs = m->sides + (1 - side) * SIDE_FIELDS;
    switch (kind) {
    case MOVE: case CRAWL: case RETREAT_TO:
        move_to(s, least(argument, m->lane));
        return DONE;
    case SHOOT: case AIMED_SHOOT:
        shoot_profile(m, side, argument, kind == AIMED_SHOOT, s, g);
        return DONE;
    case FIGHT: case CHARGE_FIGHT: case REACTION: case REACTION_AWAY: case REACTION_MOVED:
        close_combat(m, side, kind, argument, s, g);
        if (kind == REACTION_AWAY && s->mine > 0) return AWAY + face(g);
        return (kind == FIGHT || kind == CHARGE_FIGHT) && (s->theirs > 0 || m->order == 1) ? REACTION_DUE : DONE;
    case CHARGE: case KNOWN_CHARGE: {
        whole inches = mine[M] + (kind == CHARGE ? (face(g) + 1) / 2 : argument);
        if (inches < s->gap - m->contact) {
            move_to(s, most(1, s->gap - inches));
            return DONE;
        }
        s->gap = s->my_pinned = s->their_pinned = s->my_cover = 0;
        return CONTACT;
    }
    case ROLL_CHARGE:
        return DIE_KNOWN + (face(g) + 1) / 2;
    case RETREAT: {
        whole result = face(g) >= mine[TEST_NEED];
        if (result == 0 && m->always == 0) return DONE;
        result += 2 * (face(g) >= theirs[TEST_NEED]);
        if (result == 3 && m->react_after == 1) return AWAY_DUE + face(g);
        if (result >= 2) return result == 3 ? AWAY_REACTION : STUCK_REACTION;
        return result == 0 ? DONE : AWAY + face(g);
    }
    case STAND_UP:
        s->my_pinned = 0;
        return DONE;
    }
    return DONE;
}

static inline whole next_point(whole point, whole option, whole event, whole mine, whole theirs) {
    int first = point < AFTER;
    if (event == CONTACT) return FREE_FIGHT;
    if (event == REACTION_DUE) return first ? REACT : REACT + 1;
    if (event > HAMPERED_DUE) return REACT_HAMPERED + 2 * (event - HAMPERED_DUE - 1) + !first;
    if (mine <= 0 || theirs <= 0) return END;
    if (event == STUCK_REACTION) return first ? REACT_STUCK : REACT_STUCK + 1;
    if (event == AWAY_REACTION) return first ? REACT_AWAY : REACT_AWAY + 1;
    if (event > AWAY_DUE) return DISTANCE_DUE + event - AWAY_DUE - 1 + (first ? 0 : 6);
    if (event > DIE_KNOWN) return DECLARE + event - DIE_KNOWN - 1;
    if (event > AWAY) return DISTANCE + event - AWAY - 1 + (first || point == REACT_AWAY ? 0 : 6);
    whole kind = option / 1024;
    if (first) {
        if (kind == CRAWL || kind == CHARGE || kind == KNOWN_CHARGE) return END;
        return kind == MOVE || kind == RELOAD ? AFTER : AFTER + kind;
    }
    if (point == REACT || (point >= REACT_HAMPERED && (point - REACT_HAMPERED) % 2 == 0)) return AFTER + FIGHT;
    if (DISTANCE_DUE <= point && point < REACT_MOVED) return point < DISTANCE_DUE + 6 ? REACT_MOVED : REACT_MOVED + 1;
    if (point == REACT_STUCK || point == REACT_MOVED || (DISTANCE <= point && point < DISTANCE + 6))
        return AFTER + RETREAT;
    return END;
}

static inline whole priority(const Match *m, whole holder, Stream *g) {
    for (;;) {
        whole a = face(g), b = face(g);
        if (a != b) return a > b ? 0 : 1;
        if (holder >= 0 && m->tie == 0) return 1 - holder;
    }
}

void tally_duels(const Match *match, uint64_t key, whole first, whole trials, whole *counts) {
    const Match m = *match;
    Stream g;
    for (whole trial = first; trial < first + trials; trial++) {
        reseed(&g, key, trial);
        State s = m.start;
        whole holder = -1, a_out = 0, b_out = 0;
        for (whole number = 1; number <= m.rounds && !(a_out | b_out); number++) {
            holder = priority(&m, holder, &g);
            for (int slot = 0; slot < 2 && !(a_out | b_out); slot++) {
                int actor = slot == 0 ? holder : 1 - holder;
                if (actor == 1) s = swapped(s);
                for (whole point = START; point != END;) {
                    whole option = picked_option(&m, actor, (number - 1) * 2 + holder, point, &s, &g);
                    whole event = act(&m, actor, option, &s, &g);
                    point = next_point(point, option, event, s.mine, s.theirs);
                }
                if (actor == 1) s = swapped(s);
                if (s.mine <= 0) a_out = number;
                if (s.theirs <= 0) b_out = number;
            }
        }
        counts[a_out * (m.rounds + 1) + b_out]++;
    }
}
