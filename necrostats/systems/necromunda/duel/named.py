"""The named policies of a duel: what a fighter can be told to do."""

STAND_AND_SHOOT, CHARGE, KEEP_AWAY, RANDOM, BEST = POLICIES = (
    "stand-and-shoot",
    "charge",
    "keep-away",
    "random",
    "best",
)

DOES = {
    STAND_AND_SHOOT: "never moves closer; aims first beyond short range; fights when engaged",
    CHARGE: "charges whenever it may, else moves closer twice; fights when engaged",
    KEEP_AWAY: "moves out of reach and shoots, aims where no charge can reach; retreats when engaged",
    RANDOM: "each legal kind of action has the same chance",
    BEST: "the best a fighter can do against the best the other can do",
}
ADVANCED = {
    **dict.fromkeys(
        (STAND_AND_SHOOT, CHARGE, KEEP_AWAY),
        "gives an enemy who lies seriously injured a coup de grace wherever it can; reloads the first empty weapon "
        "where it would shoot or aim and no gun is loaded; lies down in the flames unless engaged",
    ),
    RANDOM: "Reload and the coup de grace are kinds of action like the others",
    BEST: "Reload, the coup de grace and all else that may be done are weighed like the others",
}
"""What each does besides under the advanced rules."""
PLANNED = (STAND_AND_SHOOT, CHARGE, KEEP_AWAY)
"""Plans of two steps that never roll for a decision."""
