"""The naive way: a new folium map at every step of the slider."""

import streamlit as st
from common import LocalMap, base_map, markers, record
from streamlit_folium import st_folium

st.set_page_config(layout="wide")
chronicle = record()
minute = st.slider("minute", 445_680, 450_240, 446_760, step=10)
drawn = LocalMap(chronicle)
for part in [*base_map(chronicle), *markers(minute)]:
    part.add_to(drawn)
st_folium(drawn, key="rebuild", returned_objects=[], use_container_width=True)
