import * as core from '@linkage/core';
import { compare, type Pace, type Task } from '../measuring/harness.ts';
import {
  comparisonTable,
  formatNumber,
  formatTime,
  type Part,
  type Row,
  type RunOptions,
  type Table,
} from '../measuring/table.ts';
import { createRequest } from '../requests/create-request.ts';
import { filteredQueryText, queriedOf, queryText } from '../workloads/apis.ts';
import { articleAttributes } from '../workloads/article-attributes.ts';
import { compoundApi } from '../workloads/linkage.ts';

const { negotiate, parseQuery, parseCreate, parseCreateAsync, JSON_API_MEDIA_TYPE: media } = core;
const queried = queriedOf(core);
const schemas = Object.entries(articleAttributes);

/** Measures the work of a server for each request before it runs an operation. The first task is what the others are related to. */
export const requestsParts: readonly Part[] = [
  { name: 'negotiate', run: measureNegotiation },
  parsing('parse-query', '`parseQuery`, in relation to `new URLSearchParams` of the same text', [
    { name: 'new URLSearchParams of the text', run: () => new URLSearchParams(queryText) },
    { name: 'parseQuery: 3 paths, 3 fieldsets, sort, page', run: () => parseQuery(queried, 'articles', queryText) },
    { name: 'parseQuery: the same with two filters', run: () => parseQuery(queried, 'articles', filteredQueryText) },
  ]),
  // At most 3 times the unavoidable work: `JSON.parse` and the schemas' own time.
  parsing('parse-create', '`parseCreate` with ten attributes, in relation to `JSON.parse` and the schemas alone', [
    { name: 'JSON.parse and the schemas', run: parseByHand },
    { name: 'JSON.parse alone', run: () => JSON.parse(createRequest) },
    { name: 'parseCreate', run: () => parseCreate(compoundApi, 'articles', createRequest) },
    { name: 'parseCreateAsync', run: () => parseCreateAsync(compoundApi, 'articles', createRequest), isAsync: true },
  ]),
];

function parsing(name: string, title: string, tasks: readonly Task[]): Part {
  const pace = (isQuick: boolean) => ({ rounds: isQuick ? 3 : 9, milliseconds: isQuick ? 20 : 50, batch: 100 });
  return { name, run: async ({ isQuick }) => comparisonTable(title, await compare(tasks, pace(isQuick)), []) };
}

/** The unavoidable work of a program: parses the text and calls each schema. */
function parseByHand(): unknown {
  const { data } = JSON.parse(createRequest);
  const values: Record<string, unknown> = {};
  for (const [name, schema] of schemas) {
    const result = schema['~standard'].validate(data.attributes[name]);
    if (result instanceof Promise || result.issues !== undefined) throw new Error(`${name} is not valid.`);
    values[name] = result.value;
  }
  return values;
}

const extension = core.defineExtension({ uri: 'https://jsonapi.org/ext/atomic', namespace: 'atomic' });
const profile = core.defineProfile({ uri: 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/' });
const support: core.NegotiationSupport = { extensions: [extension], profiles: [profile] };
const both = `${media}; ext="${extension.uri}"; profile="${profile.uri}"`;
const browser =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7';

const requests: readonly (readonly [name: string, headers: core.NegotiationHeaders])[] = [
  ['no Accept', {}],
  ['Accept: */*', { accept: '*/*' }],
  ['Accept: the media type', { accept: media }],
  ['both headers: the media type', { accept: media, contentType: media }],
  ['Accept of a browser', { accept: browser }],
  ['Accept: ext and profile', { accept: both }],
  ['both headers: ext and profile', { accept: both, contentType: both }],
];

/** The baseline without negotiation: compares the header fields with the usual ones. */
function checkByHand({ accept, contentType }: core.NegotiationHeaders): boolean {
  const isAccepted =
    accept === undefined || accept === '*/*' || accept === media || accept === both || accept === browser;
  return isAccepted && (contentType === undefined || contentType === media || contentType === both);
}

async function measureNegotiation({ isQuick }: RunOptions): Promise<Table> {
  const pace: Pace = { rounds: isQuick ? 3 : 9, milliseconds: isQuick ? 20 : 50, batch: 1000 };
  const rows: Row[] = [];
  for (const [name, headers] of requests) rows.push(await measureRequest(name, headers, pace));
  rows.push(await measureUnseen(pace));
  return {
    title: '`negotiate`, in relation to a comparison of strings',
    columns: ['time', 'by hand', 'ratio'],
    rows,
    remarks: ['Headers that are the same in many requests are read once. Unseen: no request had them before.'],
  };
}

/** Each request brings texts of its own, cut out of what came over the wire, which has not been compared or hashed before. */
function fresh(text: string | null | undefined): () => string | undefined {
  if (text === undefined || text === null) return () => undefined;
  const line = `header: ${text}\r\n`;
  return () => line.slice(8, -2);
}

function measureRequest(name: string, headers: core.NegotiationHeaders, pace: Pace): Promise<Row> {
  const accept = fresh(headers.accept);
  const contentType = fresh(headers.contentType);
  return rowOf(
    name,
    () => checkByHand({ accept: accept(), contentType: contentType() }),
    () => negotiate({ accept: accept(), contentType: contentType() }, { ...support }),
    pace,
  );
}

/** Measures a header field that is not cached and must be parsed. */
function measureUnseen(pace: Pace): Promise<Row> {
  let count = 0;
  const unseen = (): core.NegotiationHeaders => ({ accept: `${both}, x/y${count++}` });
  return rowOf(
    'Accept: ext and profile, unseen',
    () => checkByHand(unseen()),
    () => negotiate(unseen(), { ...support }),
    pace,
  );
}

async function rowOf(name: string, byHand: () => unknown, byLinkage: () => unknown, pace: Pace): Promise<Row> {
  const tasks = [
    { name: 'by hand', run: byHand },
    { name: 'Linkage', run: byLinkage },
  ];
  const [base, linkage] = (await compare(tasks, pace)).rows;
  const ratio = linkage?.ratio ?? Number.NaN;
  const times = [linkage?.best, base?.best].map((time) => formatNanoseconds(time ?? Number.NaN));
  return { name, ratio, cells: [...times, formatNumber(ratio)] };
}

function formatNanoseconds(microseconds: number): string {
  return microseconds < 1 ? `${Math.round(microseconds * 1000)} ns` : formatTime(microseconds);
}
