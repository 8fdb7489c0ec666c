"""The targets that weapons are compared against where nobody names any."""

STANDARD_TARGETS = {
    "custom[armour=flak]": "ganger",
    "custom[t=4,armour=furnace-plates]": "tough ganger",
    "custom[w=2,armour=mesh]": "champion",
    "custom[t=5,w=3,armour=carapace-light]": "brute",
}
"""As one types them -> what they stand for."""
