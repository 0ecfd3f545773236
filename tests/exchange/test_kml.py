import pytest

PLACE = "<Point><coordinates>30.3138,59.9404,0</coordinates></Point>"
WHEN = "<TimeStamp><when>1917-11-07T02:10:00</when></TimeStamp>"


def document(*placemarks: str, namespace: str = ' xmlns="http://www.opengis.net/kml/2.2"', before: str = "") -> str:
    return f'<?xml version="1.0"?>{before}<kml{namespace}><Document>{"".join(placemarks)}</Document></kml>'


def placemark(inside: str = WHEN + PLACE, name: str = "Rain") -> str:
    return f"<Placemark><name>{name}</name>{inside}</Placemark>"


@pytest.mark.parametrize(
    "namespace", ["", ' xmlns="http://www.opengis.net/kml/2.2"', ' xmlns="http://earth.google.com/kml/2.1"']
)
def test_a_placemark(take, namespace):
    (event,) = take(document(placemark(), namespace=namespace), "mine.kml").events
    assert (event.id, event.title, str(event.start)) == ("placemark-1", "Rain", "1917-11-07T02:10")
    assert event.point == (59.9404, 30.3138)


def test_a_span_and_the_columns_of_extended_data(take):
    data = '<ExtendedData><Data name="category"><value>rain</value></Data><SchemaData><SimpleData name="source">me</SimpleData></SchemaData></ExtendedData>'
    span = "<TimeSpan><begin>1917-11-07</begin><end>1917-11-08</end></TimeSpan>"
    (event,) = take(document(placemark(span + data + PLACE))).events
    assert (str(event.start), str(event.end), event.category, event.source) == (
        "1917-11-07",
        "1917-11-08",
        "rain",
        "me",
    )


def test_html_in_a_description_is_text(take):
    inside = "<description><![CDATA[<b>x</b><script>alert(1)</script>]]></description>" + WHEN + PLACE
    assert take(document(placemark(inside))).events[0].description == "<b>x</b><script>alert(1)</script>"


def test_folders_are_gone_into(take):
    assert len(take(document(f"<Folder><Folder>{placemark()}</Folder></Folder>")).events) == 1


@pytest.mark.parametrize(
    ("shape", "reason"),
    [
        ("<Point><coordinates>30.3966, 59.9464, 0</coordinates></Point>", "blank after comma"),
        ("<Point><coordinates>30.3564 59.9558</coordinates></Point>", "no comma"),
        ("<LineString><coordinates>30.31,59.94,0,30.39,59.95,0</coordinates></LineString>", "no blank between points"),
        ("<Point><coordinates/></Point>", "coordinates missing"),
        ("<Point></Point>", "coordinates missing"),
        ("<Point><coordinates>a,b</coordinates></Point>", "not longitude,latitude"),
        ("<Point><coordinates>30.3,59.9 30.4,59.9</coordinates></Point>", "one position"),
        ("<Point><coordinates>nan,inf</coordinates></Point>", "not longitude,latitude"),
        ("<Point><coordinates>3374546,8386868</coordinates></Point>", "not degrees"),
        ("<Model><Location/></Model>", "not supported"),
    ],
)
def test_coordinates_that_do_not_say_where(take, shape, reason):
    result = take(document(placemark(), placemark(WHEN + shape)))
    assert len(result.events) == 1
    (error,) = result.errors
    assert (error.row, error.column) == (2, "coordinates")
    assert reason in error.message


def test_a_placemark_without_a_shape_is_an_event_without_a_place(take):
    result = take(document(placemark(WHEN)))
    assert result.events[0].point is None
    assert [w.column for w in result.warnings] == ["coordinates"]


def test_only_the_first_of_several_shapes_is_taken_and_said(take):
    result = take(document(placemark(f"{WHEN}<MultiGeometry>{PLACE}{PLACE}</MultiGeometry>")))
    assert len(result.events) == 1
    assert "only the first" in result.warnings[0].message


def test_areas_with_holes_are_one_shape(take):
    ring = "<LinearRing><coordinates>30.3,59.9 30.4,59.9 30.4,60 30.3,60 30.3,59.9</coordinates></LinearRing>"
    area = f"<Polygon><outerBoundaryIs>{ring}</outerBoundaryIs><innerBoundaryIs>{ring}</innerBoundaryIs></Polygon>"
    result = take(document(placemark(WHEN + area)))
    assert result.events[0].point == pytest.approx((59.95, 30.35)) and not result.warnings


def test_zone_marks_are_asked_about(take):
    asked = take(document(placemark(WHEN.replace(":00<", ":00Z<") + PLACE)))
    assert [question.key for question in asked.questions] == ["zones"]


def test_links_are_not_followed_and_said(take):
    link = "<NetworkLink><Link><href>http://example.org/x.kml</href></Link></NetworkLink>"
    assert "not followed" in take(document(link, placemark())).warnings[0].message


@pytest.mark.parametrize("entity", ['"file:///etc/passwd"', 'SYSTEM "file:///etc/passwd"', '"aaaa"'])
def test_entities_are_refused(take, entity):
    text = document(placemark(name="&a;"), before=f"<!DOCTYPE kml [<!ENTITY a {entity}>]>")
    result = take(text)
    assert not result.events and "entities" in result.errors[0].message


def test_a_document_type_is_refused(take):
    assert "document type" in take(document(placemark(), before="<!DOCTYPE kml>")).errors[0].message


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("<kml><Document>", "not whole XML"),
        ("<svg/>", "no KML"),
        ("<kml>" + "<Folder>" * 200, "nested more than"),
        ('<?xml version="1.0" encoding="nonsense"?><kml/>', "not"),
        ("<kml/>", "no events"),
    ],
)
def test_what_is_refused_whole(take, text, reason):
    result = take(text)
    assert len(result.errors) == 1 and reason in result.errors[0].message


def test_declared_encodings_are_kept_to(take):
    text = document(placemark(name="Смольный")).replace('version="1.0"', 'version="1.0" encoding="windows-1251"')
    assert take(text.encode("cp1251")).events[0].title == "Смольный"
