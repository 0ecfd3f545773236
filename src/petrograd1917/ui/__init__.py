"""Streamlit pieces that more than one page uses."""
