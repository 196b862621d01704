/**
 * The rows of the gate: calls of core and of the server, with the modules of any checkout. A call that the recorded commit
 * does not have cannot be a row before a newer commit is recorded.
 */
import type { JsonApiRequest } from '@linkage/server';
import {
  articlesServerOf,
  blogOf,
  compoundOptions,
  filteredQueryText,
  type Modules,
  queriedOf,
} from '../workloads/apis.ts';
import { articleAttributes, createRequest } from '../workloads/article.ts';
import { type Article, makeArticles, makeFlatArticles } from '../workloads/data.ts';
import { serializeByHand } from '../workloads/limit.ts';
import { makeWorkload } from '../workloads/workload.ts';

/** One call to measure. */
export interface GateRow {
  readonly run: () => unknown;
  /** Calls between two readings of the clock: a reading of the clock costs as much as a short call. */
  readonly batch: number;
}

type Row = (modules: Modules) => GateRow;

const media = 'application/vnd.api+json';
/** Headers are cut out of a longer text, as a server receives them: they have not been compared or hashed. */
const headerLine = `accept: ${media}\r\n`;

/** One call without `Accept`, and one with the media type. */
function negotiation({ core }: Modules): GateRow {
  const extension = core.defineExtension({ uri: 'https://jsonapi.org/ext/atomic', namespace: 'atomic' });
  const profile = core.defineProfile({ uri: 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/' });
  const support = { extensions: [extension], profiles: [profile] };
  return {
    batch: 1000,
    run() {
      core.negotiate({ accept: undefined, contentType: undefined }, { ...support });
      return core.negotiate({ accept: headerLine.slice(8, -2), contentType: undefined }, { ...support });
    },
  };
}

function parsing({ core }: Modules): GateRow {
  const api = queriedOf(core);
  return { batch: 100, run: () => core.parseQuery(api, 'articles', filteredQueryText) };
}

function serializing({ core }: Modules, records: Article | readonly Article[]): GateRow {
  const api = blogOf(core);
  return {
    batch: Array.isArray(records) ? 1 : 50,
    run: () => core.serialize(api, 'articles', records as never, compoundOptions()),
  };
}

function serving(modules: Modules, request: JsonApiRequest): GateRow {
  const server = articlesServerOf(modules);
  return {
    batch: 1,
    async run() {
      const { status } = await server.handle(request);
      if (status >= 300) throw new Error(`The request to measure receives ${status}.`);
    },
  };
}

/** The rows of the gate by name. */
export const gateRows: Readonly<Record<string, Row>> = {
  negotiate: negotiation,
  parseQuery: parsing,
  parseCreate({ core }) {
    const api = blogOf(core);
    return { batch: 50, run: () => core.parseCreate(api, 'articles', createRequest) };
  },
  'serialize 1': (modules) => serializing(modules, makeArticles(1, 3, 3)[0] as Article),
  'serialize 100': (modules) => serializing(modules, makeArticles(100, 5, 20)),
  'serialize 1,000'({ core }) {
    const api = core.defineApi({ articles: { attributes: articleAttributes } });
    const records = makeFlatArticles(1000, { withDate: false });
    return { batch: 1, run: () => core.serialize(api, 'articles', records, { jsonapi: { version: '1.1' } }) };
  },
  'buildDocument 1'({ core }) {
    const api = blogOf(core);
    const record = makeArticles(1, 3, 3)[0] as Article;
    return { batch: 50, run: () => core.buildDocument(api, 'articles', record as never, compoundOptions()) };
  },
  deserialize({ core }) {
    const text = serializeByHand(makeWorkload('b'));
    return { batch: 1, run: () => core.deserialize(JSON.parse(text), { collection: true }).data };
  },
  validateDocument({ core }) {
    const document: unknown = JSON.parse(serializeByHand(makeWorkload('b')));
    return { batch: 1, run: () => core.validateDocument(document) };
  },
  'handle, one resource': (modules) =>
    serving(modules, { method: 'GET', url: '/articles/7', headers: { accept: media } }),
  'handle, list': (modules) =>
    serving(modules, {
      method: 'GET',
      url: '/articles?include=author&page[size]=50',
      headers: { accept: media },
    }),
  'handle, create': (modules) =>
    serving(modules, {
      method: 'POST',
      url: '/articles',
      headers: { accept: media, 'content-type': media },
      body: createRequest,
    }),
};
