import pytest
from flat import HEADER

ROW = "{id},{title},x,1917-11-07T10:00,,new,59.9404,30.3138,Smolny,test,s"


def lines(*rows: str) -> str:
    return "\n".join([HEADER, *rows])


def good(number: int = 1, title: str = "Rain") -> str:
    return ROW.format(id=f"e{number}", title=title)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_separators_and_line_ends(take, delimiter, end, mark):
    text = mark + end.join([HEADER, good(1), good(2), ""]).replace(",", delimiter)
    result = take(text)
    assert [event.id for event in result.events] == ["e1", "e2"]
    assert [w.message for w in result.warnings] == (
        []
        if delimiter == ","
        else [f"{ {';': 'semicolon', chr(9): 'tab', '|': 'vertical bar'}[delimiter] } recognised"]
    )


def test_tabs_of_a_tsv_need_no_remark(take):
    assert not take(lines(good()).replace(",", "\t"), "mine.tsv").warnings


def test_excels_own_first_line(take):
    result = take("sep=;\r\n" + lines(good(), "bad").replace(",", ";"))
    assert len(result.events) == 1
    assert result.errors[0].row == 3


def test_rows_are_counted_as_a_spreadsheet_shows_them(take):
    result = take(lines(good(1, '"two\nlines"'), "", good(2), "e3,only"))
    assert [event.row for event in result.events] == [2, 4]
    assert result.errors[0].row == 5


def test_a_header_below_a_title_is_found_and_said(take):
    result = take("Our diary,,,\n\n" + lines(good()))
    assert result.events[0].row == 4
    assert "header was found in row 3" in result.warnings[0].message


def test_quotation_marks_that_do_not_fit_spoil_their_row_only(take):
    result = take(lines(good(1), good(2, '"He said "no" twice"'), good(3)))
    assert [event.id for event in result.events] == ["e1", "e3"]
    assert "double each" in result.errors[0].message


def test_a_quotation_mark_inside_a_text_is_one(take):
    assert take(lines(good(1, 'The 6" gun'))).events[0].title == 'The 6" gun'


@pytest.mark.parametrize("last", [[], [good(9, '"closed"')]])
def test_a_quotation_mark_that_nothing_closes_refuses_the_file(take, last):
    result = take(lines(good(1), good(2, '"Unclosed'), good(3), *last))
    assert not result.events
    (error,) = result.errors
    assert (error.row, error.column, error.value) == (3, "title", '"Unclosed')


def test_a_quotation_mark_closed_rows_later_refuses_the_file(take):
    result = take(lines(good(1), good(2, '"Unclosed'), good(3), 'e4,x",x,1917-11-07,,new,59.9,30.3,Smolny,test,s'))
    assert not result.events and len(result.errors) == 1


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (
            good(1, "Crowds, then shots"),
            "12 cells where the header has 11: put quotation marks around “Crowds, then shots”",
        ),
        ("e1,Rain,x,1917-11-07", "4 cells where the header has 11: add the missing ones"),
        (good(1).replace("59.9404,30.3138", "59,9404,30,3138"), "13 cells where the header has 11"),
    ],
)
def test_too_many_or_too_few_cells(take, row, said):
    result = take(lines(good(9), row))
    assert len(result.events) == 1
    assert said in result.errors[0].message
    assert result.errors[0].column == "(row)"


def test_a_separator_at_every_lines_end_is_forgiven(take):
    assert len(take(lines(good(1) + ",", good(2) + ",")).events) == 2
    assert len(take(lines(good(1) + ",", good(2))).events) == 1


def test_a_nul_is_an_error_of_its_row(take):
    result = take(lines(good(1), good(2, "a\0b")))
    assert [event.id for event in result.events] == ["e1"]


def test_decimal_commas_among_points_are_errors(take):
    rows = [good(1), good(2).replace("59.9404", '"59,9404"')]
    assert "write 59.9404" in take(lines(*rows)).errors[0].message


def test_decimal_commas_in_quotation_marks(take):
    result = take(lines(good(1).replace("59.9404,30.3138", '"59,9404","30,3138"')))
    assert result.events[0].point == (59.9404, 30.3138)
    assert result.warnings[0].message == "decimal comma recognised"


def test_foreign_apostrophes_stay_and_ours_go(take):
    assert take(lines(good(1, "'=1+1"))).events[0].title == "'=1+1"
    ours = lines(good(1, "'=1+1")).replace(HEADER, HEADER + ",written_by") + ",Petrograd 1917"
    assert take(ours).events[0].title == "=1+1"
