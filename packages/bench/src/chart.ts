import { formatNumber, type Row, type Table } from './table.ts';

const bar = 18;
const head = 34;
const left = 240;
const scale = 56;
/** Longer bars are cut: they have a gap, and their figure says how long they are. */
const cut = 8;
const width = left + scale * cut + 110;
/** The distance of the gap of a cut bar from its end, and its size. */
const gap = { from: 24, size: 6 } as const;

const style = `text { font: 12px system-ui, sans-serif; fill: #1f2328 } .title { font-weight: 600 }
.bar { fill: #afb8c1 } .linkage { fill: #1f6feb } .limit { stroke: #cf222e; stroke-dasharray: 3 3 }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .bar { fill: #57606a } .linkage { fill: #58a6ff } }`;

/** Bars of ratios, one block for a table, as an SVG image. */
export function chart(tables: readonly Table[]): string {
  const blocks: string[] = [];
  let top = 0;
  for (const { title, rows } of tables) {
    const shown = rows.filter(({ ratio }) => ratio !== undefined).toSorted((a, b) => ratioOf(a) - ratioOf(b));
    blocks.push(`<text class="title" x="8" y="${top + 22}">${escaped(title)}</text>`);
    blocks.push(...shown.map((row, index) => barOf(row, top + head + index * bar)));
    const bottom = top + head + shown.length * bar;
    blocks.push(`<path class="limit" d="M${left + scale} ${top + head - 2}V${bottom}"/>`);
    top = bottom + 14;
  }
  const size = `width="${width}" height="${top}" viewBox="0 0 ${width} ${top}"`;
  const label = 'Time of each library in relation to hand-written code; shorter is better';
  const content = [`<style>${style}</style>`, ...blocks].join('\n');
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${label}">\n${content}\n</svg>\n`;
}

function barOf(row: Row, top: number): string {
  const length = Math.min(ratioOf(row), cut) * scale;
  const isCut = ratioOf(row) > cut;
  const kind = row.name === 'Linkage' ? 'linkage' : 'bar';
  return [
    `<text x="${left - 8}" y="${top + 13}" text-anchor="end">${escaped(row.name)}</text>`,
    ...(isCut
      ? [
          part(kind, left, top, length - gap.from),
          part(kind, left + length - gap.from + gap.size, top, gap.from - gap.size),
        ]
      : [part(kind, left, top, length)]),
    `<text x="${(left + length + 6).toFixed(0)}" y="${top + 13}">${formatNumber(ratioOf(row))}${isCut ? ' (bar cut)' : ''}</text>`,
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
