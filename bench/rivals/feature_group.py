"""streamlit-folium's own way to change a map: the markers of the step in `feature_group_to_add`."""

import folium
import streamlit as st
from common import LocalMap, base_map, markers, record
from streamlit_folium import st_folium

st.set_page_config(layout="wide")
chronicle = record()
minute = st.slider("minute", 445_680, 450_240, 446_760, step=10)
drawn = LocalMap(chronicle)
for part in base_map(chronicle):
    part.add_to(drawn)
step = folium.FeatureGroup(name="step")
for part in markers(minute):
    part.add_to(step)
st_folium(drawn, key="feature_group", feature_group_to_add=step, returned_objects=[], use_container_width=True)
