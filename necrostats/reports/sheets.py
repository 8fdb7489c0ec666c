"""Which report belongs to which question."""

from necrostats.reports.blocks import Block, Result


def blocks_of(result: Result) -> list[Block]:
    """The blocks of the report on an answer, by its ``question``."""
    question = result.get("question")
    if question == "matchup":
        from necrostats.reports.matchup_report import matchup_blocks

        return matchup_blocks(result)
    if question == "tournament":
        from necrostats.reports.tournament_report import tournament_blocks

        return tournament_blocks(result)
    if question == "battle":
        from necrostats.reports.battle_report import battle_blocks

        return battle_blocks(result)
    if question == "explain":
        from necrostats.reports.story_report import story_blocks

        return story_blocks(result)
    if question == "blast":
        from necrostats.reports.blast_report import blast_blocks

        return blast_blocks(result)
    if question == "board":
        from necrostats.reports.board_report import board_blocks

        return board_blocks(result)
    if question == "chain":
        from necrostats.reports.chain_report import chain_blocks

        return chain_blocks(result)
    if question == "compare":
        from necrostats.reports.compare_report import compare_blocks

        return compare_blocks(result)
    if question == "sweep":
        from necrostats.reports.sweep_report import sweep_blocks

        return sweep_blocks(result)
    if question == "option":
        from necrostats.reports.option_report import option_blocks

        return option_blocks(result)
    if question == "table":
        from necrostats.reports.table_report import table_blocks

        return table_blocks(result)
    if question == "report":
        from necrostats.reports.questions_report import questions_blocks

        return questions_blocks(result)
    if "rows" in result:
        from necrostats.reports.rows_report import rows_blocks

        return rows_blocks(result)
    from necrostats.reports.attack_report import attack_blocks

    return attack_blocks(result)
