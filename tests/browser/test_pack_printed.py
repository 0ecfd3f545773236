"""The first page of the pack, printed by a browser."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from petrograd1917 import pack


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_what_is_read_first_is_one_page(chronicle, browser, lang):
    page = browser.new_page()
    page.set_content(pack.start(chronicle, lang))
    printed = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True)))
    page.close()
    assert len(printed.pages) == 1
    assert chronicle.licence in printed.pages[0].extract_text()
