import { formatNumber, type Row, type Table } from './measuring/table.ts';

/** A picture of this width is legible on a phone, where the page shows it a little smaller. */
const width = 400;
const left = 150;
const bar = 20;
const line = 18;
/** The width of one bar of hand-written code. */
const scale = 17;
/** Longer bars are cut: they have a gap, and their figure says how long they are. */
const cut = 8;
/** The distance of the gap of a cut bar from its end, and its size. */
const gap = { from: 24, size: 6 } as const;
/** The maximum number of characters in a line of a title. */
const titleLength = 45;
/** The maximum number of characters in a line of a name. */
const nameLength = 21;

const style = `text { font: 13px system-ui, sans-serif; fill: #1f2328 } .title { font-weight: 600 }
.bar { fill: #afb8c1 } .linkage { fill: #1f6feb } .limit { stroke: #cf222e; stroke-dasharray: 3 3 }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .bar { fill: #57606a } .linkage { fill: #58a6ff } }`;

/** Bars of ratios, one block for a table, as an SVG image. */
export function chart(tables: readonly Table[]): string {
  const blocks = [`<text x="2" y="${line}">Time, where hand-written code is 1: shorter is better</text>`];
  let top = line + 10;
  for (const { title, rows } of tables) {
    const shown = rows.filter(({ ratio }) => ratio !== undefined).toSorted((a, b) => ratioOf(a) - ratioOf(b));
    for (const text of linesOf(title, titleLength)) {
      blocks.push(`<text class="title" x="2" y="${top + line}">${escaped(text)}</text>`);
      top += line;
    }
    top += 10;
    const start = top;
    for (const row of shown) {
      const names = linesOf(row.name, nameLength);
      blocks.push(barOf(row, names, top));
      top += bar + (names.length - 1) * line;
    }
    blocks.push(`<path class="limit" d="M${left + scale} ${start - 2}V${top}"/>`);
    top += 14;
  }
  const size = `width="${width}" height="${top}" viewBox="0 0 ${width} ${top}"`;
  const label = 'Time of each library in relation to hand-written code; shorter is better';
  const content = [`<style>${style}</style>`, ...blocks].join('\n');
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${label}">\n${content}\n</svg>\n`;
}

/** Breaks a string between words. */
function linesOf(text: string, most: number): readonly string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function barOf(row: Row, names: readonly string[], top: number): string {
  const length = Math.min(ratioOf(row), cut) * scale;
  const isCut = ratioOf(row) > cut;
  const kind = row.name === 'Linkage' ? 'linkage' : 'bar';
  return [
    ...names.map(
      (name, index) => `<text x="${left - 6}" y="${top + 15 + index * line}" text-anchor="end">${escaped(name)}</text>`,
    ),
    ...(isCut
      ? [
          part(kind, left, top, length - gap.from),
          part(kind, left + length - gap.from + gap.size, top, gap.from - gap.size),
        ]
      : [part(kind, left, top, length)]),
    `<text x="${(left + length + 6).toFixed(0)}" y="${top + 15}">${formatNumber(ratioOf(row))}${isCut ? ' (bar cut)' : ''}</text>`,
  ].join('');
}

function part(kind: string, x: number, top: number, length: number): string {
  return `<rect class="${kind}" x="${x}" y="${top + 2}" width="${length.toFixed(0)}" height="${bar - 5}"/>`;
}

function ratioOf({ ratio }: Row): number {
  return ratio ?? 0;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
