"""The policies of a duel as a player reads them."""

PLANS = {
    "stand-and-shoot": "never moves closer; aims first beyond short range; fights when engaged",
    "charge": "charges whenever it may, else moves closer twice; fights when engaged",
    "keep-away": "moves out of reach and shoots, aims where no charge can reach; retreats when engaged",
    "random": "each legal kind of action has the same chance",
    "best": "the best a fighter can do against the best the other can do",
}
