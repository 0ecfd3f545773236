"""The stage fills every window, scrolls nowhere but in its lists, and reads from the back row."""

import pytest

SCROLLS = """() => {
    const {documentElement: root} = document;
    return [root.scrollWidth - root.clientWidth, root.scrollHeight - root.clientHeight];
}"""


WINDOWS = [(1920, 1080), (1366, 768), (1024, 768), (900, 1000), (844, 390), (390, 844), (820, 1180)]


def test_fills_every_window_and_never_scrolls(server, visitor):
    stage = visitor.go(server.url)
    for width, height in WINDOWS:
        visitor.page.set_viewport_size({"width": width, "height": height})
        stage.wait_for_function(
            "width => innerWidth === width && petrograd.map.getSize().y === document.querySelector('.field').clientHeight",
            arg=width,
        )
        assert stage.evaluate(SCROLLS) == [0, 0]
        assert visitor.page.evaluate(SCROLLS)[0] <= 0
        frame = visitor.page.locator('iframe[title="streamlit_folium.st_folium"]').bounding_box()
        assert (frame["x"], frame["width"]) == (0, width)
        assert frame["y"] + frame["height"] == pytest.approx(height, abs=1)
        field = stage.evaluate(
            "(({width, height}) => [width, height])(document.querySelector('.field').getBoundingClientRect())"
        )
        assert min(field) > 150


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1024, 768)])
def test_a_projector_shows_nothing_but_the_stage(server, visit, width, height):
    visitor = visit(width, height)
    stage = visitor.go(f"{server.url}/?at=1917-11-07T02:10&mode=projector")
    visitor.page.wait_for_function("document.documentElement.dataset.stage === 'projector'")
    frame = visitor.page.locator('iframe[title="streamlit_folium.st_folium"]').bounding_box()
    assert frame == {"x": 0, "y": 0, "width": width, "height": height}
    sizes = stage.evaluate("""() => ['.time', '.now b', '.when', '.label', '.days strong'].map(selector => {
        const node = document.querySelector(selector);
        return node ? parseFloat(getComputedStyle(node).fontSize) : Infinity;
    })""")
    assert min(sizes) >= 0.0215 * height
    assert stage.locator(".label.full, .label.hollow").count() <= 8


def test_the_list_is_swiped_and_the_map_stays(server, visit):
    visitor = visit(390, 844, has_touch=True, is_mobile=True)
    stage = visitor.go(f"{server.url}/?at=1917-11-07T10:00")
    stage.wait_for_function(
        "document.querySelector('.list').scrollHeight > document.querySelector('.list').clientHeight"
    )
    centre = stage.evaluate("petrograd.state().c")
    box = stage.locator(".list").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] - 30
    hand = visitor.page.context.new_cdp_session(visitor.page)
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 20):
        hand.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y - 10 * step}]})
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    stage.wait_for_function("document.querySelector('.list').scrollTop > 60")
    assert stage.evaluate("petrograd.state().c") == centre


def test_touch_targets_on_a_phone(server, visit):
    visitor = visit(390, 844, has_touch=True, is_mobile=True)
    stage = visitor.go(f"{server.url}/?at=1917-11-07T10:00")
    heights = stage.evaluate("""() => [...document.querySelectorAll('.buttons button, .slider, .now li button')]
        .filter(node => node.offsetParent).map(node => node.getBoundingClientRect().height)""")
    assert min(heights) >= 36


def test_the_named_moments_are_at_hand_on_a_phone(server, visit):
    visitor = visit(390, 844, has_touch=True, is_mobile=True)
    stage = visitor.go(f"{server.url}/?at=1917-11-07T10:00")
    stage.get_by_role("button", name="Named moments").tap()
    box = stage.locator("#moments").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    stage.locator("#moments").get_by_text("The ultimatum").tap()
    stage.wait_for_function("petrograd.state().at === '1917-11-07T19:10'")
