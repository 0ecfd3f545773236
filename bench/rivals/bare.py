"""A bare folium map shown by st_folium: what the first paint is measured against."""

import folium
import streamlit as st
from common import LocalMap, record
from streamlit_folium import st_folium

st.set_page_config(layout="wide")
chronicle = record()
bare = LocalMap(chronicle)
folium.Marker(chronicle.centre[:2], icon=folium.DivIcon(html='<i class="stamp">0</i>')).add_to(bare)
st_folium(bare, key="bare", returned_objects=[], use_container_width=True)
