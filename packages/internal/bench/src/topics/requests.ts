import {
  defineExtension,
  defineProfile,
  JSON_API_MEDIA_TYPE,
  type NegotiationHeaders,
  type NegotiationSupport,
  negotiate,
} from '@linkage/core';
import { compare, type Pace } from '../measuring/harness.ts';
import { formatNumber, formatTime, type Part, type Row, type RunOptions, type Table } from '../measuring/table.ts';
import { parseCreatePart } from '../requests/parse-create.ts';
import { parseQueryPart } from '../requests/parse-query.ts';

/** Measures the work of a server for each request before it runs an operation. */
export const requestsParts: readonly Part[] = [
  { name: 'negotiate', run: measureNegotiation },
  parseQueryPart,
  parseCreatePart,
];

const media = JSON_API_MEDIA_TYPE;
const extension = defineExtension({ uri: 'https://jsonapi.org/ext/atomic', namespace: 'atomic' });
const profile = defineProfile({ uri: 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/' });
const support: NegotiationSupport = { extensions: [extension], profiles: [profile] };
const both = `${media}; ext="${extension.uri}"; profile="${profile.uri}"`;
const browser =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7';

const requests: readonly (readonly [name: string, headers: NegotiationHeaders])[] = [
  ['no Accept', {}],
  ['Accept: */*', { accept: '*/*' }],
  ['Accept: the media type', { accept: media }],
  ['both headers: the media type', { accept: media, contentType: media }],
  ['Accept of a browser', { accept: browser }],
  ['Accept: ext and profile', { accept: both }],
  ['both headers: ext and profile', { accept: both, contentType: both }],
];

/** The baseline without negotiation: compares the header fields with the usual ones. */
function checkByHand({ accept, contentType }: NegotiationHeaders): boolean {
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

function measureRequest(name: string, headers: NegotiationHeaders, pace: Pace): Promise<Row> {
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
  const unseen = (): NegotiationHeaders => ({ accept: `${both}, x/y${count++}` });
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
