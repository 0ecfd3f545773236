// Keyframes as packing.py packed them, made whole again.

/** In what fractions minutes and degrees travel. */
const FINENESS = [1e3, 1e6, 1e6];
const LEGS = { a: 'attested', c: 'computed', u: 'unknown', '-': '' };

function wholeAgain(data) {
  const ways = data.ways.map(([actor, event, legs, ...axes]) => {
    const whole = axes.map((steps, axis) => {
      let sum = 0;
      return steps.map((step) => (sum += step) / FINENESS[axis]);
    });
    return [actor, event, [...legs].map((leg, i) => [whole[0][i], whole[1][i], whole[2][i], LEGS[leg]])];
  });
  return { ...righted(data), ways };
}

/**
 * Tables that lie on their side, with a list for each key under `#`, set upright: a list of things, or things by name;
 * words that were numbered (`%`) written out.
 */
function righted(value) {
  if (!value || typeof value !== 'object' || Array.isArray(value)) return value;
  if (value['%']) return value.at.map((i) => value['%'][i]);
  if (!value['#']) return mapped(value, righted);
  const columns = Object.entries(mapped(value['#'], righted));
  const rows = columns[0][1].map((_, i) => Object.fromEntries(columns.map(([key, column]) => [key, column[i]])));
  return value.names ? Object.fromEntries(value.names.map((name, i) => [name, rows[i]])) : rows;
}

function mapped(things, change) {
  return Object.fromEntries(Object.entries(things).map(([key, value]) => [key, change(value)]));
}
