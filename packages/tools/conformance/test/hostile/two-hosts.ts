import { toFetchHandler } from '@linkage/fetch';
import { createMemorySources, createServer, type Server } from '@linkage/server';
import type { HandledTarget, Samples } from '../../src/index.ts';
import { atomicForTests } from '../atomic-extension.ts';
import { blog, blogSamples } from '../blog-target.ts';
import { type Any, changed, type Forward, remade } from '../sabotage/sabotage.ts';

/** The server that the user names, with more rows than a page shows. */
export const STAGING = 'http://staging.example/api';
/** A server with the same API that the user does not name. */
export const PRODUCTION = 'http://production.example/api';

const TYPES = ['articles', 'people', 'comments', 'tags'] as const;
const ROWS = 60;
const ids = Array.from({ length: ROWS }, (_, index) => index + 1);

function serve(): Server {
  const rows = {
    articles: ids.map((id) => ({ id, title: `Article ${id}`, views: id, author: id, comments: [id], tags: [id] })),
    people: ids.map((id) => ({ id, name: `Person ${id}`, friend: (id % ROWS) + 1 })),
    comments: ids.map((id) => ({ id, body: `Comment ${id}`, author: id })),
    tags: ids.map((id) => ({ id, label: `Tag ${id}`, maker: null })),
  };
  const limits = { pageSize: 10, pageSizeMaximum: 100 };
  const options = { baseUrl: '/api', extensions: [atomicForTests], limits, onError: () => undefined };
  return createServer(blog, createMemorySources(blog, rows), options);
}

/** Returns each row of a server as text, by its type and id. */
async function rowsOf(server: Server): Promise<ReadonlyMap<string, string>> {
  const rows = new Map<string, string>();
  for (const type of TYPES) {
    let url: string | undefined = `/${type}?page[size]=100`;
    while (url !== undefined) {
      const { body } = await server.handle({ method: 'GET', url, headers: {} });
      const document: Any = JSON.parse(String(body));
      for (const { id, attributes, relationships } of document.data) {
        const linkage = Object.entries<Any>(relationships ?? {}).map(([name, { data }]) => [name, data]);
        rows.set(`${type} ${id}`, JSON.stringify([attributes, linkage]));
      }
      url = document.links?.next?.replace(/^\/api/, '');
    }
  }
  return rows;
}

/** A broken server: it sees each request before the server that works. */
export type Broken = (request: Request, forward: Forward, server: Server) => Promise<Response>;

/** Two servers, the requests that each of them received, and the rows that were lost or changed. */
export interface TwoHosts {
  readonly target: HandledTarget;
  readonly requests: readonly {
    readonly method: string;
    readonly url: string;
    readonly authorization: string | null;
  }[];
  /** The rows that are not as they were, of both servers. */
  readonly lost: () => Promise<readonly string[]>;
  /** The rows of the named server that were not there before. */
  readonly added: () => Promise<readonly string[]>;
}

/** Serves the blog at two origins; the first one is broken. */
export async function createTwoHosts(broken: Broken): Promise<TwoHosts> {
  const servers = { staging: serve(), production: serve() };
  const handlers = {
    staging: toFetchHandler(servers.staging, { prefix: '/api' }),
    production: toFetchHandler(servers.production, { prefix: '/api' }),
  };
  const before = { staging: await rowsOf(servers.staging), production: await rowsOf(servers.production) };
  const requests: { method: string; url: string; authorization: string | null }[] = [];
  const handle = async (request: Request): Promise<Response> => {
    const { method, url, headers } = request;
    requests.push({ method, url, authorization: headers.get('authorization') });
    if (!url.startsWith(`${STAGING}/`) && url !== STAGING) {
      return handlers.production(await changed(request, { url: `${PRODUCTION}${new URL(url).pathname.slice(4)}` }));
    }
    return broken(request, async (it) => handlers.staging(it), servers.staging);
  };
  return {
    target: { handle, baseUrl: STAGING },
    requests,
    async lost() {
      const lost: string[] = [];
      for (const name of ['staging', 'production'] as const) {
        const after = await rowsOf(servers[name]);
        for (const [row, text] of before[name]) {
          if (after.get(row) !== text) lost.push(`${name} ${row}: ${after.get(row) ?? 'deleted'}`);
        }
        if (name === 'production' && after.size !== before[name].size) lost.push('production has new rows');
      }
      return lost;
    },
    added: async () => [...(await rowsOf(servers.staging)).keys()].filter((row) => !before.staging.has(row)),
  };
}

const ATOMIC = 'https://jsonapi.org/ext/atomic';
const linked = (type: string) => ({ data: { type, id: '7' } });

/** Samples whose values are new in each request. */
export const markedSamples: Samples = {
  ...blogSamples,
  headers: { Authorization: 'Bearer staging' },
  extensions: [ATOMIC],
  atomic: '/operations',
  types: {
    articles: {
      ...blogSamples.types['articles'],
      create: { attributes: { title: 'New {unique}' }, relationships: { author: linked('people') } },
    },
    people: {
      ...blogSamples.types['people'],
      create: { attributes: { name: 'Ada {unique}' } },
      clientIds: '{unique}',
    },
    comments: { ...blogSamples.types['comments'], create: { attributes: { body: 'Hm {unique}' } } },
    tags: { ...blogSamples.types['tags'], create: { attributes: { label: 'new {unique}' } } },
  },
};

/** Samples with the values of rows that exist, on a page that the tests do not read. */
export const copiedSamples: Samples = {
  ...markedSamples,
  types: {
    articles: { ...markedSamples.types['articles'], create: { attributes: { title: 'Article 55', views: 55 } } },
    people: { ...markedSamples.types['people'], clientIds: false, create: { attributes: { name: 'Person 55' } } },
    comments: { ...markedSamples.types['comments'], create: { attributes: { body: 'Comment 55' } } },
    tags: { ...markedSamples.types['tags'], create: { attributes: { label: 'Tag 55' } } },
  },
};

/** Returns a response whose text is changed. */
export async function textOf(response: Response, change: (text: string) => string): Promise<Response> {
  const location = response.headers.get('location');
  return remade(response, change(await response.text()), (headers) => {
    if (location !== null) headers.set('location', change(`"${location}"`).slice(1, -1));
  });
}
