"""Other people's formats in and out: a file's rows become events or findings, events become files.

`importing.read_events` is the way in, `exporting.export` the way out. Nothing here imports Streamlit.
"""
