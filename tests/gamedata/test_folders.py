import pytest

from necrostats.errors import GameDataError
from necrostats.gamedata import data_folder
from necrostats.gamedata.folders import MAX_FILES, Folders, Kind, pieces_of, toml_files
from necrostats.gamedata.read import parse

KINDS = {"weapons": Kind("weapon", ("weapons.toml",)), "rules": Kind("rule", ("rules.toml",))}

OWN_FILES = sorted((data_folder() / "necromunda").rglob("*.toml"))


@pytest.mark.parametrize("path", OWN_FILES, ids=lambda path: path.stem)
def test_entries_cut_out_of_a_file_are_those_of_the_file(path):
    text = path.read_text("utf-8")
    pieces = pieces_of(text)
    if pieces is not None:
        cut = {
            kind: {key: parse(piece)[kind][key] for key, piece in each.items()}
            for kind, each in pieces.items()
        }
        assert cut == parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x = 1\n[weapons.a]\n",
        "[weapons]\na = {}\n",
        '[weapons.a]\nnote = """\n[weapons.b]\n"""\n',
        "[weapons.a]\n[[weapons.a.profiles]]\n",
        "[weapons.a]\n[weapons.a]\n",
    ],
)
def test_files_of_another_form_are_read_whole(text):
    assert pieces_of(text) is None


@pytest.fixture
def make(tmp_path):
    def write(files, extra=()):
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return Folders(KINDS, tmp_path / "own", tuple(tmp_path / name for name in extra))

    return write


def test_later_folders_override_by_id(make):
    folders = make(
        {
            "own/weapons.toml": '[weapons.a]\nname = "A"\n[weapons.b]\nname = "B"\naliases = ["Bee"]\n',
            "mine/x.toml": '[weapons.b]\nname = "My b"\n[weapons.c]\nname = "Bee"\n',
        },
        ["mine"],
    )
    assert folders.ids("weapons") == ("a", "b", "c")
    assert folders.entry("weapon", "b")["name"] == "My b"
    assert folders.find("weapon", "bee") == "c"
    assert folders.collect(lambda: folders.names("weapon")) == []


def test_a_mistake_in_the_own_files_says_where(make):
    folders = make({"own/weapons.toml": "[weapons.a]\nname = = 3\n[weapons.b]\n"})
    assert folders.entry("weapons", "b") == {}
    with pytest.raises(GameDataError, match="expected TOML, got Invalid value"):
        folders.entry("weapons", "a")


def test_every_mistake_is_listed_at_once(make, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "binary.toml").write_bytes(b"\xff")
    folders = make(
        {
            "own/weapons.toml": "[weapons.a]\n",
            "mine/a.toml": "weapons = 3\n[wepons.x]\n[rules.r]\n",
            "mine/b.toml": "[weapons]\nA_b = {}\nc = 1\nd = {}\n",
            "mine/deep/c.toml": "[weapons.d]\n",
            "mine/.hidden.toml": "= broken",
            "mine/notes.txt": "= broken",
        },
        ["mine", "nowhere"],
    )
    found = folders.collect()
    where = f"{tmp_path}/mine"
    assert sorted(line.replace(where, "M") for line in found) == sorted(
        [
            "M/binary.toml: file: expected text in UTF-8, got b'\\xff'",
            "M/a.toml: wepons: expected a kind of entry (did you mean weapons?), got this",
            f"{tmp_path}/nowhere: folder: expected a folder or file of data, got none",
            "M/a.toml: weapons: expected tables [weapons.id], got 3",
            "M/b.toml: weapons.A_b: expected an id of small letters, digits and single hyphens, got this",
            "M/b.toml: weapons.c: expected a table, got 1",
            "M/deep/c.toml: weapons.d: expected an id of its own, got one of M/b.toml",
        ]
    )


def test_own_entries_stand_in_the_file_of_their_kind(make):
    folders = make({"own/weapons.toml": "[weapons.a]\n[rules.r]\n"})
    (line,) = folders.collect()
    assert line.endswith("weapons.toml: rules: expected to stand in rules.toml, got it here")


def test_an_empty_folder_is_a_mistake(make, tmp_path):
    (tmp_path / "mine").mkdir()
    folders = make({"own/weapons.toml": "[weapons.a]\n"}, ["mine"])
    (line,) = folders.collect()
    assert line == f"{tmp_path}/mine: folder: expected files *.toml, got none"


def test_huge_folders_are_not_read_to_the_end(tmp_path):
    for number in range(MAX_FILES + 50):
        (tmp_path / f"{number}.toml").touch()
    assert len(list(toml_files(tmp_path))) == MAX_FILES + 1
