import warnings

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from necrostats.errors import UsageError
from necrostats.reports import fonts
from necrostats.reports.figures import draw, save, style
from necrostats.reports.matchup_figure import spread
from tests.reports import fixtures


def axes_of(figure):
    return {axes.get_label(): axes for axes in figure.axes}


def texts_of(figure):
    return [text.get_text() for axes in figure.axes for text in axes.texts if text.get_text()]


def overlaps(figure):
    """Pairs of texts that lie on each other, and texts that leave the figure."""
    with style():
        canvas = FigureCanvasAgg(figure)
        figure.draw_without_rendering()
        renderer = canvas.get_renderer()
        texts = [*figure.texts, *(text for axes in figure.axes for text in axes.texts)]
        for axes in figure.axes:
            if axes.axison:
                texts += [*axes.get_yticklabels(), *axes.get_xticklabels(), axes.xaxis.label]
            if axes.get_legend():
                texts += axes.get_legend().get_texts()
        texts = [text for text in texts if text.get_visible() and text.get_text().strip()]
        boxes = [(text.get_text(), text.get_window_extent(renderer).padded(-1)) for text in texts]
    width, height = figure.bbox.width, figure.bbox.height
    found = [a for a, box in boxes if box.x0 < 0 or box.y0 < 0 or box.x1 > width or box.y1 > height]
    for n, (a, one) in enumerate(boxes):
        found += [(a, b) for b, other in boxes[n + 1 :] if one.overlaps(other)]
    return found


def test_matchup__draws_the_answer():
    answer = fixtures.matchup()
    axes = axes_of(draw(answer))
    duel = answer["duel"]
    bars = [bar for container in axes["win"].containers for bar in container]
    assert [bar.get_width() for bar in bars] == [duel[k]["p"] for k in ("a_wins", "draw", "b_wins")]
    kaiya, rork = axes["standing"].get_lines()
    assert list(kaiya.get_ydata()) == [1.0, *(row["a_standing"]["p"] for row in duel["by_round"])]
    assert list(rork.get_ydata()) == [1.0, *(row["b_standing"]["p"] for row in duel["by_round"])]
    stacked = {c.get_label(): [bar.get_width() for bar in c] for c in axes["weapons"].containers}
    expected = [x["outcomes"]["out_of_action"]["p"] for x in answer["attacks"]]
    assert stacked["out of action"] == pytest.approx(expected, abs=1e-12)
    for row in zip(*stacked.values(), strict=True):
        assert sum(row) == pytest.approx(1, abs=1e-12)


def test_matchup__says_that_it_is_exact_and_who_is_who():
    figure = draw(fixtures.matchup())
    assert "(exact)" in figure.get_suptitle()
    said = texts_of(figure)
    for part in ("Kaiya wins 41.0%", "Rork wins 54.2%", "draw 4.8%", "Rork 59.0%", "Kaiya attacks Rork"):
        assert part in said


def test_matchup__simulated_has_error_bars():
    answer = fixtures.matchup()
    duel = answer["duel"]
    for name in ("a_wins", "b_wins", "draw"):
        duel[name] = fixtures.simulated(duel[name]["p"])
    for row in duel["by_round"]:
        row.update({k: fixtures.simulated(row[k]["p"]) for k in ("a_standing", "b_standing")})
    duel["method"] = "simulated"
    figure = draw(answer)
    assert "simulated 200,000 times" in figure.get_suptitle()
    assert any(c.__class__.__name__ == "ErrorbarContainer" for c in axes_of(figure)["standing"].containers)
    assert overlaps(figure) == []


def lopsided(p, draw=0.0, **more):
    answer = fixtures.matchup(**more)
    duel = answer["duel"]
    duel.update(a_wins=fixtures.solved(p), b_wins=fixtures.solved(1 - p - draw), draw=fixtures.solved(draw))
    return answer


def same_end(**more):
    """Both stand as likely as each other, and have long names."""
    answer = fixtures.matchup(**more)
    for row in answer["duel"]["by_round"]:
        row["b_standing"] = row["a_standing"]
    return answer


LONG = "kaiya-with-a-very-long-name[+boltgun,+power-sword]"
FIGURES = {
    "matchup": fixtures.matchup(),
    "large matchup": fixtures.large_matchup(),
    "one-sided": lopsided(0.001),
    "sure": lopsided(1.0),
    "two slivers": lopsided(0.06, 0.002),
    "slivers at the end": lopsided(0.93, 0.03),
    "long fighters": same_end(
        fighters=[fixtures.card("genestealer-cult-acolyte-leader"), fixtures.card("goliath-champion")]
    ),
    "few weapons": fixtures.matchup(
        attacks=fixtures.matchup()["attacks"][:1] + fixtures.matchup()["attacks"][6:7]
    ),
    "attack": fixtures.attack(),
    "simulated": fixtures.simulated_attack(),
    "long names": fixtures.attack(attacker=LONG, target=LONG),
    "weapons": {"question": "attack", "attacks": fixtures.matchup()["attacks"][:6]},
    "one weapon": {"question": "attack", "attacks": fixtures.matchup()["attacks"][:1]},
}


@pytest.mark.parametrize("name", FIGURES)
def test_figure__nothing_lies_on_anything(name):
    assert overlaps(draw(FIGURES[name])) == []


def test_attack__draws_the_stages_with_error_bars_when_simulated():
    exact, simulated = axes_of(draw(fixtures.attack())), axes_of(draw(fixtures.simulated_attack()))
    assert [bar.get_width() for bar in exact["stages"].patches] == [
        chance["p"] for chance in fixtures.attack()["stages"].values()
    ]
    assert len(exact["stages"].containers) == 1
    assert len(simulated["stages"].containers) == 4


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
def test_save__writes_the_kind_that_the_name_says(suffix, tmp_path):
    path = tmp_path / f"duel.{suffix}"
    save(fixtures.attack(), path)
    start = path.read_bytes()[:8]
    assert {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[suffix] in start


def test_save__refuses_another_kind(tmp_path):
    with pytest.raises(UsageError, match=r"ends in \.png"):
        save(fixtures.attack(), tmp_path / "duel.gif")
    with pytest.raises(UsageError, match="has a figure"):
        draw(fixtures.story())


def test_figure__shows_itself_in_a_notebook():
    assert draw(fixtures.attack())._repr_png_().startswith(b"\x89PNG")


def test_spread__moves_labels_apart():
    assert spread([0.2, 0.8], 0.1) == [0.2, 0.8]
    assert spread([0.52, 0.5], 0.1) == pytest.approx([0.56, 0.46])
    assert spread([1.0, 1.0], 0.1) == pytest.approx([0.9, 1.0])


CHINESE = fixtures.matchup(fighters=[fixtures.card("kaiya", name="激光枪手"), fixtures.card("rork")])


@pytest.mark.skipif(fonts.chinese_family() is None, reason="no font with Chinese letters (fonts-noto-cjk)")
@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_names__in_chinese_have_their_letters(suffix, tmp_path):
    assert fonts.remark(CHINESE) == ""
    figure = draw(CHINESE)
    with style(), warnings.catch_warnings():
        warnings.simplefilter("error")
        figure.savefig(tmp_path / f"a{suffix}")


def test_names__in_chinese_without_a_font_are_remarked_on(monkeypatch, tmp_path):
    monkeypatch.setattr(fonts, "chinese_family", lambda: None)
    save(CHINESE, tmp_path / "a.png")
    assert fonts.remark(CHINESE).startswith("no font with Chinese letters was found")
    assert fonts.remark(fixtures.matchup()) == ""
