/** The page docs/requirements.md: what each requirement that the conformance tests check says, with a wrong and a right exchange. */
import { allCases } from '../../packages/tools/conformance/src/cases/all-cases.ts';
import { sectionOf, sections } from '../../packages/tools/conformance/src/cases/sections.ts';
import { clauseOf, levelsOf } from '../../packages/tools/conformance/src/clauses/clauses.ts';
import type { CaseResult } from '../../packages/tools/conformance/src/index.ts';
import { runConformance } from '../../packages/tools/conformance/src/index.ts';
import { runBroken, sabotaged } from '../../packages/tools/conformance/test/sabotage/all.ts';

/** Where frameworks do something else by default, and what to change. */
const fixes: Readonly<Record<string, readonly string[]>> = {
  'GEN-02': [
    "Express: `app.use(express.json({ type: 'application/vnd.api+json' }))`. Nest: `app.useBodyParser('json', { type: 'application/vnd.api+json' })`.",
    "Fastify: `app.addContentTypeParser('application/vnd.api+json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))`.",
    'Django REST framework: the parsers of `rest_framework_json_api`. Rails: `Mime::Type.register` with a parser. See [Conformance by stack](guide/conformance-stacks.md).',
  ],
  'NEG-01': [
    "Express and Nest: `response.type('application/vnd.api+json')` after `JSON.stringify`, with `response.end`: `response.json` keeps a type that is set.",
    "Fastify: `reply.type('application/vnd.api+json')`. Set it for errors as well, in the error handler.",
  ],
  'NEG-02': [
    'Express appends `; charset=utf-8` to types that `response.set` and `response.send` get: use `response.setHeader` and `response.end`.',
    'Fastify: `reply.header` with a `Buffer` as the body adds nothing.',
    'Rails: `response.charset = false` after `render`. Spring before 5.2: `setDefaultCharset(null)` of the message converter.',
  ],
  'RES-03': ['Databases return numbers: write `String(row.id)` where resource objects and linkage are built.'],
  'GEN-01': [
    'Parsers throw before your routes run: answer their errors with an error document in the error handler of the framework.',
  ],
  'FET-08': ['Answer unknown routes and missing rows with an error document, not with the page of the framework.'],
};

/** A request and its response, as a run of the tests saw them. */
interface Seen {
  readonly method: string;
  readonly url: string;
  readonly contentType: string | null;
  readonly accept: string | null;
  readonly body: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const MAX_BODY = 420;
const shownHeaders = ['content-type', 'location', 'allow'];

/** Values that differ in each run, by what stands in their place. */
const stable = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '0b5a2a6e-0000-4000-8000-000000000001')
    .replaceAll(/\bm[0-9a-z]{7}[0-9a-z]+z\b/g, 'unique')
    .replaceAll(/(page%5B(?:after|before)%5D=)[^"&]+/g, '$1cursor')
    .replaceAll('http://localhost', '');

function bodyText(text: string): string {
  const short = (value: string): string => (value.length > MAX_BODY ? `${value.slice(0, MAX_BODY)}\n…` : value);
  try {
    return short(JSON.stringify(JSON.parse(text), null, 2));
  } catch {
    return short(text);
  }
}

function exchangeText({ method, url, accept, contentType, body, status, headers, text }: Seen): string {
  const sent = [
    `${method} ${url}`,
    ...(accept === null || accept === 'application/vnd.api+json' ? [] : [`Accept: ${accept}`]),
    ...(contentType === null || body === '' ? [] : [`Content-Type: ${contentType}`]),
    ...(body === '' ? [] : ['', bodyText(body)]),
  ];
  const came = [
    `HTTP/1.1 ${status}`,
    ...shownHeaders.flatMap((name) => (headers.has(name) ? [`${name}: ${headers.get(name)}`] : [])),
    ...(text === '' ? [] : ['', bodyText(text)]),
  ];
  return stable(['```http', ...sent, '', ...came, '```'].join('\n'));
}

/** The URL of a request without ids, which differ between two servers. */
const placeOf = (url: string): string =>
  decodeURIComponent(url.replace(/^http:\/\/localhost/, '')).replaceAll(/\d+/g, '#');

type Broken = (typeof sabotaged)[number];

/** Runs one case against a server, and returns the exchange that shows what its last response should be. */
async function rightExchange({ victim }: Broken, failed: CaseResult): Promise<Seen | undefined> {
  const target = victim.target();
  const seen: Seen[] = [];
  const handle = async (request: Request): Promise<Response> => {
    const body = await request.clone().text();
    const response = await target.handle(request);
    const { method, url, headers } = request;
    const [contentType, accept] = [headers.get('content-type'), headers.get('accept')];
    const text = await response.clone().text();
    seen.push({ method, url, contentType, accept, body, status: response.status, headers: response.headers, text });
    return response;
  };
  await runConformance({ ...target, handle }, victim.samples, { only: [failed.id] });
  const wanted = failed.exchanges.at(-1)?.request;
  return seen.findLast(({ method, url }) => method === wanted?.method && placeOf(url) === placeOf(wanted.url));
}

function wrongExchange({ exchanges }: CaseResult): Seen | undefined {
  const { request, response } = exchanges.at(-1) ?? {};
  if (request === undefined || response === undefined) return undefined;
  const { method, url, body = '', headers } = request;
  return {
    ...{ method, url, body, contentType: headers['content-type'] ?? null, accept: headers['accept'] ?? null },
    ...{ status: response.status, headers: new Headers(response.headers), text: response.body },
  };
}

/** Returns a wrong and a right exchange of a requirement, from the first broken server that a case of it finds. */
async function exchangesOf(row: string): Promise<readonly string[]> {
  for (const broken of sabotaged.filter((it) => it.row === row)) {
    const { results } = await runBroken(broken, [row]);
    const failed = results.filter(({ verdict, rows }) => verdict === 'failed' && rows.includes(row));
    const first = failed.find(({ rows }) => rows.at(0) === row) ?? failed.at(0);
    const wrong = first === undefined ? undefined : wrongExchange(first);
    const right = first === undefined ? undefined : await rightExchange(broken, first);
    if (first === undefined || wrong === undefined || right === undefined) continue;
    return [`Wrong: ${broken.name}.`, '', exchangeText(wrong), '', 'Right:', '', exchangeText(right), ''];
  }
  return [];
}

async function requirementText(row: string): Promise<readonly string[]> {
  const { published, linkage } = levelsOf([row]);
  const level = published === linkage ? published : `${published}; ${linkage} with \`--levels linkage\``;
  const cases = allCases.filter(({ rows }) => rows.includes(row)).map(({ id }) => `\`${id}\``);
  const shown = cases.length > 6 ? [...cases.slice(0, 6), `${cases.length - 6} more`] : cases;
  return [
    `### ${row}`,
    '',
    clauseOf(row)?.statement ?? '',
    '',
    `Level ${level} · [the text](${sectionOf(row).spec}) · cases: ${shown.join(', ')}`,
    '',
    ...(await exchangesOf(row)),
    ...(fixes[row] ?? []).map((fix) => `- ${fix}`),
    ...(fixes[row] === undefined ? [] : ['']),
  ];
}

/** The requirements that cases check, in the order of the sections. */
export function checkedRows(): readonly string[] {
  const rows = new Set(allCases.flatMap((it) => it.rows));
  return sections.flatMap(({ id }) => [...rows].filter((row) => row.startsWith(`${id}-`)).sort());
}

/** Returns the page. It runs the cases of each requirement against a server that breaks it. */
export async function requirementsDocument(): Promise<string> {
  const lines: string[] = [
    '# Requirements',
    '',
    '<!-- Written by scripts/docs/write-requirements.ts. -->',
    '',
    'The requirements that the [conformance tests](guide/conformance.md) checks, in our words. The exchanges are those of a server that breaks the',
    'requirement, and of the same server without the mistake.',
    '',
  ];
  let section = '';
  for (const row of checkedRows()) {
    const { title } = sectionOf(row);
    if (title !== section) lines.push(`## ${title}`, '');
    section = title;
    lines.push(...(await requirementText(row)));
  }
  return `${lines.join('\n').trimEnd()}\n`;
}
