/**
 * What the gate measures: calls of core and of the server, with the modules of any checkout. A call that the recorded commit
 * does not have cannot be a row before a newer commit is recorded.
 */
import type * as Core from '@linkage/core';
import type * as ServerModule from '@linkage/server';
import { z } from 'zod';
import { articleAttributes } from '../article-attributes.ts';
import { type Article, makeArticles, makeFlatArticles } from '../data.ts';
import { serializeByHand } from '../limit.ts';
import { createRequest } from '../requests/create-request.ts';
import { makeWorkload } from '../workload.ts';

/** The modules of a checkout, which can be an older one. */
export interface Modules {
  readonly core: typeof Core;
  readonly server: typeof ServerModule;
}

/** One call to measure. */
export interface GateRow {
  readonly run: () => unknown;
  /** Calls between two readings of the clock: a reading of the clock costs as much as a short call. */
  readonly batch: number;
}

type Row = (modules: Modules) => GateRow;

/** The API of articles with authors and comments. */
function blogOf({ defineApi, toMany, toOne }: typeof Core) {
  return defineApi({
    articles: {
      attributes: articleAttributes,
      relationships: { author: toOne('people'), comments: toMany('comments') },
    },
    people: { attributes: { firstName: z.string(), lastName: z.string(), email: z.string(), karma: z.number() } },
    comments: {
      attributes: { body: z.string(), likes: z.number(), createdAt: z.iso.datetime() },
      relationships: { author: toOne('people') },
    },
  });
}

// Fresh options in each call, as an application passes them.
const compound = () => ({ jsonapi: { version: '1.1' }, include: ['author', 'comments.author'] }) as const;

const media = 'application/vnd.api+json';
/** Header fields are cut out of a longer text, as a server receives them: they have not been compared or hashed. */
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
  const { attribute, defineApi, parseQuery, toMany, toOne } = core;
  const api = defineApi({
    articles: {
      attributes: {
        title: attribute(z.string(), { sort: true, filter: true }),
        createdAt: attribute(z.iso.datetime(), { sort: true }),
      },
      relationships: { author: toOne('people', { filter: true }), comments: toMany('comments'), tags: toMany('tags') },
    },
    people: { attributes: { name: attribute(z.string(), { filter: true }), email: z.string() } },
    comments: { attributes: { body: z.string() }, relationships: { author: toOne('people') } },
    tags: { attributes: { label: z.string() } },
  });
  const query =
    'include=author,comments.author,tags&fields[articles]=title,createdAt,author&fields[people]=name,email' +
    '&fields[comments]=body,author&sort=-createdAt,title&page[number]=2&page[size]=10' +
    '&filter[author.name]=Ada,Bo&filter[title][ge]=M';
  const text = query.replaceAll('[', '%5B').replaceAll(']', '%5D');
  return { batch: 100, run: () => parseQuery(api, 'articles', text) };
}

function serializing({ core }: Modules, records: Article | readonly Article[]): GateRow {
  const api = blogOf(core);
  return {
    batch: Array.isArray(records) ? 1 : 50,
    run: () => core.serialize(api, 'articles', records as never, compound()),
  };
}

const stored = makeArticles(50, 0, 10);

/** Fifty articles by ten people in memory. What is created is deleted, so that each request costs the same. */
function serving(modules: Modules, request: ServerModule.JsonApiRequest): GateRow {
  const { attribute, defineApi, toOne } = modules.core;
  const api = defineApi({
    articles: {
      attributes: { ...articleAttributes, title: attribute(z.string().min(1), { sort: true, filter: true }) },
      relationships: { author: toOne('people') },
    },
    people: { attributes: { firstName: z.string(), lastName: z.string(), email: z.string(), karma: z.number() } },
  });
  const sources = modules.server.createMemorySources(api, {
    articles: stored.map(({ author, comments: _, ...article }) => ({
      ...article,
      publishedAt: '2024-01-01T00:00:00Z',
      author: author.id,
    })),
    people: [...new Map(stored.map(({ author }) => [author.id, author])).values()],
  });
  const memory = sources.articles as Required<NonNullable<typeof sources.articles>>;
  const server = modules.server.createServer(api, {
    ...sources,
    articles: {
      ...memory,
      async create(input, call) {
        const record = await memory.create(input, call);
        if ('id' in record) await memory.delete(String(record.id), call);
        return record;
      },
    },
  });
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
    return { batch: 50, run: () => core.buildDocument(api, 'articles', record as never, compound()) };
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
