import { jsonPlaces, locationOf } from '@linkage/core/internal';

const MAX_LINES = 60;
const AROUND = 3;

/** Returns a document as indented JSON with a note at the end of each marked line; lines far from marks are left out of long ones. */
export function markedDocument(document: unknown, notes: ReadonlyMap<string, string>): string {
  const text = JSON.stringify(document, null, 2) ?? String(document);
  const lines = text.split('\n');
  const places = jsonPlaces(text, notes.keys());
  const marks = new Map<number, string>();
  for (const [pointer, note] of notes) {
    const place = places.get(pointer);
    if (place === undefined) continue;
    const line = locationOf(text, place.from).line - 1;
    marks.set(line, [...(marks.has(line) ? [marks.get(line)] : []), note].join(' '));
  }
  const isShown = (line: number): boolean =>
    lines.length <= MAX_LINES || [...marks.keys()].some((mark) => Math.abs(mark - line) <= AROUND);
  const shown: string[] = [];
  for (const [line, each] of lines.entries()) {
    const note = marks.get(line);
    if (isShown(line)) shown.push(note === undefined ? each : `${each}   <-- ${note}`);
    else if (shown.at(-1) !== '…') shown.push('…');
  }
  return shown.join('\n');
}
