// Moments: minutes since 1917-01-01T00:00, plain numbers. What a minute means was decided in Python and is looked up.

const EPOCH = Date.UTC(1917, 0, 1);
const SHAPE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2}))?$/;

/** `1917-11-07T02:10` for a minute. */
function writeMoment(minute) {
  return new Date(EPOCH + Math.floor(minute) * 60000).toISOString().slice(0, 16);
}

/** The minute of a written moment, or null if there is no such moment. */
function readMoment(text) {
  const shape = SHAPE.exec(text.trim());
  if (!shape) return null;
  const [year, month, day, hour, minute] = shape.slice(1).map((part) => Number(part || 0));
  const midnight = Date.UTC(year, month - 1, day);
  if (new Date(midnight).toISOString().slice(0, 10) !== text.trim().slice(0, 10)) return null;
  if (!((hour < 24 && minute < 60) || (hour === 24 && minute === 0))) return null;
  return (midnight - EPOCH) / 60000 + hour * 60 + minute;
}

function clockWords(minute) {
  return writeMoment(minute).slice(11);
}

/** The last entry of a list sorted by its first element that begins at or before a minute. */
function lastBefore(entries, minute, start = (entry) => entry[0]) {
  let low = 0;
  let high = entries.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (start(entries[middle]) <= minute) low = middle;
    else high = middle - 1;
  }
  return entries[low];
}

function dayOf(episode, minute) {
  return lastBefore(episode.days, minute, (day) => day.minute);
}

/** The day's words in the order that calendar and language want: `[{words, style, main}]`. */
function dayLines(day, lang, calendar) {
  const lines = [
    { style: 'new', words: `${day[lang].weekday} ${day[lang].new}` },
    { style: 'old', words: day[lang].old },
  ];
  if (lang === 'ru') lines.reverse();
  return calendar === 'both' ? lines : lines.filter((line) => line.style === calendar);
}

/** One line with a date in it, both calendars beside each other unless only one is wanted. */
function dayWords(day, lang, calendar) {
  return calendar === 'both' ? day[lang].both : day[lang][calendar];
}
