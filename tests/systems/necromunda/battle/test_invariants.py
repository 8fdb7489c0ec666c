"""What holds in every battle, whoever fights it: generated gangs, boards, policies and readings, with a referee."""

from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from necrostats.errors import UsageError
from necrostats.systems.necromunda.battle.fighting import play_battle
from necrostats.systems.necromunda.battle.gathering import gathered
from necrostats.systems.necromunda.grammar import gang
from tests.systems.necromunda.battle.referee import refereed
from tests.systems.necromunda.generated import CAT, under
from tests.systems.necromunda.generated_advanced import under_advanced

NAMES = [name for gang in ("carrion-queens", "ironlords") for name in CAT.gangs[gang].fighters]
gangs = st.lists(st.sampled_from(NAMES), min_size=1, max_size=6)
policies = st.sampled_from(sorted(CAT.policies))
READINGS = {
    "retreat_reaction": ("only_if_passed",),
    "retreat_timing": ("after_move",),
    "reaction_order": ("simultaneous",),
    "charge_d3": ("before_declare",),
    "charge_contact": ("within_1",),
    "knockback_bubble": ("False",),
    "barricade_cost": ("2_extra",),
    "deploy_edge": ("any_edge",),
    "free_turn_engaged": ("False",),
    "arc_test": ("any_part",),
}
readings = st.sampled_from([*READINGS, None]).map(lambda name: {name: READINGS[name][0]} if name else {})


ARMED = (
    "escher-leader[+needle-pistol,+stiletto-sword]", "escher-champion[+plasma-gun]", "escher-ganger[+flamer]",
    "escher-ganger[+lasgun,+photon-flash-flares]", "escher-juve[+stiletto-knife]", "goliath-ganger[+web-gun]",
    "goliath-leader[+combi-bolter-flamer,+power-hammer]", "goliath-champion[+grenade-launcher]",
    "goliath-ganger[+harpoon-launcher]", "goliath-ganger[+krumper-rivet-cannon]", "goliath-juve[+stub-gun]",
)  # fmt: skip
ADVANCED_READINGS = {
    "flee_phase": "end", "melee_kb_followup": "always", "coup_after_fight": "False", "multi_hit": "batch",
    "reaction_order": "simultaneous", "stray_hit": "6", "recovery_si_flesh": "True", "retreat_timing": "after_move",
}  # fmt: skip
mixed = st.lists(st.sampled_from(ARMED), min_size=1, max_size=5).map("+".join)


@settings(max_examples=10, phases=[Phase.generate])
@given(
    mixed, mixed, st.sampled_from(sorted(CAT.boards)), policies, policies,
    st.sampled_from([None, *ADVANCED_READINGS]), st.integers(0, 999),
)  # fmt: skip
def test_an_advanced_battle__keeps_the_rules(a, b, board, policy_a, policy_b, read, trial):
    ground, options = CAT.boards[board], under_advanced(**({read: ADVANCED_READINGS[read]} if read else {}))
    cards = [gang(CAT, text) for text in (a, b)]
    weights = [CAT.policies[name].weights for name in (policy_a, policy_b)]
    try:
        battle = gathered(ground, cards, options, weights, rounds=6)
    except UsageError:
        assume(False)
    for seed in (7, 8, 9):
        end = refereed(play_battle, ground, battle, [who.m for side in cards for who in side], seed, trial)
        assert 1 <= end.round <= 6


@settings(max_examples=12, phases=[Phase.generate])
@given(gangs, gangs, st.sampled_from(sorted(CAT.boards)), policies, policies, readings, st.integers(0, 999))
def test_a_battle__keeps_the_rules(a, b, board, policy_a, policy_b, chosen, trial):
    ground = CAT.boards[board]
    cards = [[CAT.fighters[name] for name in gang] for gang in (a, b)]
    weights = [CAT.policies[name].weights for name in (policy_a, policy_b)]
    try:
        battle = gathered(ground, cards, under(**chosen), weights, rounds=6)
    except UsageError:
        assume(False)
    end = refereed(play_battle, ground, battle, [who.m for gang in cards for who in gang], 7, trial)
    assert 1 <= end.round <= 6
