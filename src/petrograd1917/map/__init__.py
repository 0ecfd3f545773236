"""The map and the stage: base-map drawing, lettering, and the engine that follows the hand in the browser."""
