/** The drawings of the documentation: SVG for light and dark, with a text for readers who do not see them. */

const WIDTH = 400;
const LINE = 18;
const PADDING = 8;
/** The maximum numbers of characters of a line of code and of text in a box of the whole width. */
export const lengths = { code: 50, text: 58 } as const;

const style = `text { font: 13px system-ui, sans-serif; fill: #1f2328 } .code { font: 12px ui-monospace, monospace } .title { font-weight: 600 }
.page { fill: #ffffff } .box { fill: #f3f5f8; stroke: #8a93a0 } .own { fill: #e3edfd; stroke: #0b57d0 } .gone { fill: none; stroke: #8a93a0; stroke-dasharray: 4 3 }
.note { fill: #4b5462 } .arrow { stroke: #566070; fill: none } .head { fill: #566070 }
@media (prefers-color-scheme: dark) { text { fill: #e6eaf0 } .page { fill: #12161d } .box { fill: #1a202a; stroke: #5b6676 } .own { fill: #16294a; stroke: #8ab8ff } .gone { stroke: #5b6676 }
.note { fill: #b6bfca } .arrow { stroke: #a3aebd } .head { fill: #a3aebd } }`;

/** A box with a title, and lines below it. */
interface Box {
  readonly title: string;
  readonly lines?: readonly string[];
  /** Whether the lines are code. */
  readonly isCode?: boolean;
  readonly look?: 'box' | 'own' | 'gone';
}

/** A drawing: its name, its text for readers who do not see it, and its parts from the top. */
interface Drawing {
  readonly name: string;
  readonly label: string;
  /** A row has one box, or several beside each other. */
  readonly rows: readonly (readonly Box[])[];
  /** What the arrow to the next row says. Absent: the rows have no arrows. */
  readonly arrows?: readonly string[];
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const heightOf = ({ lines = [] }: Box): number => LINE * (lines.length + 1) + PADDING * 2 - 2;

function boxText(
  { title, lines = [], isCode = false, look = 'box' }: Box,
  x: number,
  y: number,
  width: number,
  height: number,
): string {
  const rect = `<rect class="${look}" x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>`;
  const text = [title, ...lines].map((line, index) => {
    const kind = index === 0 ? 'title' : isCode ? 'code' : 'note';
    const place = `x="${x + 10}" y="${y + PADDING + 13 + LINE * index}"`;
    return `<text class="${kind}" ${place} xml:space="preserve">${escapeXml(line)}</text>`;
  });
  return [rect, ...text].join('\n');
}

/** Returns a drawing as SVG. */
export function svgOf({ label, rows, arrows }: Drawing): string {
  const parts: string[] = [];
  let top = 12;
  for (const [index, row] of rows.entries()) {
    const height = Math.max(...row.map(heightOf));
    const width = (WIDTH - 24 - 8 * (row.length - 1)) / row.length;
    for (const [column, box] of row.entries()) parts.push(boxText(box, 12 + column * (width + 8), top, width, height));
    top += height;
    const arrow = arrows?.[index];
    if (arrow !== undefined) {
      parts.push(`<path class="arrow" d="M30 ${top}v18"/><path class="head" d="M25 ${top + 17}h10l-5 8z"/>`);
      parts.push(`<text class="note" x="44" y="${top + 17}">${escapeXml(arrow)}</text>`);
    }
    top += arrows === undefined ? 8 : arrow === undefined ? 0 : 27;
  }
  const height = top + (arrows === undefined ? 4 : 12);
  const size = `width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}"`;
  const page = `<rect class="page" width="${WIDTH}" height="${height}" rx="8"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${escapeXml(label)}">\n<style>${style}</style>\n${page}\n${parts.join('\n')}\n</svg>\n`;
}

const record = (title: string, look: Box['look'], ...lines: readonly string[]): Box => ({
  title,
  lines,
  look: look ?? 'box',
});
const ids = (from: number, to: number, own: readonly number[] = []): readonly Box[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    title: String(from + index),
    look: own.includes(from + index) ? ('own' as const) : ('box' as const),
  }));

/** The drawings. */
export const drawings: readonly Drawing[] = [
  {
    name: 'declaration',
    label:
      'A declaration names types. Tables store them. A request becomes one SQL statement for each type, and the rows become one document.',
    rows: [
      [
        {
          title: 'Declaration',
          isCode: true,
          look: 'own',
          lines: ["articles: { title, author: toOne('people') }", 'people:   { name }'],
        },
      ],
      [{ title: 'Tables', isCode: true, lines: ['articles (id, title, author_id)', 'people   (id, name)'] }],
      [
        {
          title: 'SQL',
          isCode: true,
          lines: ['select id, title, author_id from articles', 'select id, name from people where id in (9)'],
        },
      ],
      [
        {
          title: 'Response',
          isCode: true,
          lines: [
            '{ "data": [{ "type": "articles", "id": "1", … }],',
            '  "included": [{ "type": "people", "id": "9" }] }',
          ],
        },
      ],
    ],
    arrows: [
      'a mapping, or a draft of your database',
      'GET /articles?include=author',
      'one document, without duplicates',
    ],
  },
  {
    name: 'request',
    label:
      'The way of a request: the adapter, the URL and the route, the access rules, the query and the document, the sources in a transaction, and the response. Each step can end it with a status.',
    rows: [
      [record('Adapter', 'box', 'Node, Fetch, Fastify, or Koa')],
      [record('URL, user, and route', 'box', 'decoded once; the access rules of the user')],
      [record('Negotiation', 'box', 'Content-Type, Accept, extensions, profiles')],
      [record('Query and document', 'own', 'all of it is checked before anything is read or written')],
      [record('Your sources', 'box', 'writes and their response are one transaction')],
      [record('Document, links, and headers', 'box', '200, 201, 204, or 304')],
    ],
    arrows: [
      '',
      '401, 403, 404, or 405 end it here',
      '406 or 415',
      '400, 409, 413, or 422',
      '403, 404, 409, 412, or 428',
    ],
  },
  {
    name: 'access',
    label:
      'Two users request the same articles. A guest receives the published one without its notes. An editor receives both, with notes. Filters, totals, and include follow the same rules.',
    rows: [
      [record('Guest: GET /articles', 'own'), record('Editor: GET /articles', 'own')],
      [record('1 Out', 'box', 'title, author'), record('1 Out', 'box', 'title, author, notes')],
      [record('No draft', 'gone', 'as if it did not exist'), record('2 Draft', 'box', 'title, author, notes')],
      [record('Total 1', 'box', 'also of filter and include'), record('Total 2', 'box')],
    ],
  },
  {
    name: 'pages',
    label:
      'A page with a number counts from the first row, so a new row moves it. A page with a cursor begins behind a row, and stays where it is.',
    rows: [
      [record('page[number]=2, page[size]=3', 'box', 'counts from the first row: rows 4 to 6')],
      ids(1, 9, [4, 5, 6]),
      [record('After a new row 0', 'box', 'the same page repeats row 3')],
      ids(0, 8, [3, 4, 5]),
      [record('page[after]=<cursor of 3>, page[size]=3', 'box', 'begins behind row 3: nothing is counted or repeated')],
      ids(0, 8, [4, 5, 6]),
    ],
  },
  {
    name: 'packages',
    label: 'The packages in five groups: the library, adapters, sources, tools, and internal ones.',
    rows: [
      [
        record(
          'The library',
          'own',
          'core: declarations, documents, checks',
          'server: requests, access rules, pages, events',
          'client: the typed client',
        ),
      ],
      [
        record('Adapters', 'box', 'node', 'fetch', 'fastify', 'koa'),
        record('Sources', 'box', 'kysely', 'drizzle', 'prisma'),
      ],
      [record('Tools', 'box', 'sql, openapi, explorer, query, changes, conformance,', 'create-linkage')],
      [record('Internal, never published', 'gone', 'atlas, bench, lab, site')],
    ],
  },
];

/** Returns the files of the drawings, by their paths. */
export function drawingFiles(): ReadonlyMap<string, string> {
  return new Map(drawings.map((it) => [`docs/drawings/${it.name}.svg`, svgOf(it)]));
}
