import { createServer as createHost, type Server as Host } from 'node:http';
import type { AddressInfo } from 'node:net';
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { toNodeHandler } from '@linkage/node';
import { openApiDocument } from '@linkage/openapi';
import { atomicOperations, createMemorySources, createServer, relatedQueries } from '@linkage/server';
import { z } from 'zod';
import { type ExplorerOptions, explorerFiles } from '../src/index.ts';

const api = defineApi({
  articles: {
    attributes: {
      title: attribute(z.string().min(1), { sort: true, filter: true, description: 'What readers see first.' }),
      words: attribute(z.number(), { sort: true, filter: true }),
      state: attribute(z.enum(['draft', 'published']), { filter: true }),
    },
    relationships: { author: toOne('people', { filter: true }), comments: toMany('comments') },
  },
  people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
  comments: {
    attributes: { text: attribute(z.string(), { sort: true, filter: true }) },
    relationships: { author: toOne('people') },
  },
});

/** An explorer that a test has started. */
export interface ServedExplorer {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Serves a small blog below /api with its description at /description.json and /openapi.json, and the explorer at /explorer. */
export async function serveExplorer(options: Partial<ExplorerOptions> = {}): Promise<ServedExplorer> {
  const articles = Array.from({ length: 60 }, (_, index) => ({
    id: `${index + 1}`,
    title: index === 4 ? '<img src=x onerror="document.title=1">' : `Article ${index + 1}`,
    words: (index + 1) * 10,
    state: index % 2 === 0 ? ('draft' as const) : ('published' as const),
    author: '1',
    comments: index === 0 ? ['1', '2'] : [],
  }));
  const sources = createMemorySources(api, {
    articles,
    people: [{ id: '1', name: 'Ada', articles: articles.map(({ id }) => id) }],
    comments: ['1', '2'].map((id) => ({ id, text: `Comment ${id}`, author: '1' })),
  });
  const server = createServer(api, sources, {
    baseUrl: '/api',
    extensions: [atomicOperations()],
    profiles: [relatedQueries()],
  });
  return serveWithExplorer(server, options);
}

/** Serves a server like the blog. */
export async function serveWithExplorer(
  server: ReturnType<typeof createServer>,
  options: Partial<ExplorerOptions> = {},
): Promise<ServedExplorer> {
  const described = await server.describe();
  const documents = new Map<string, object>([
    ['/description.json', described],
    ['/openapi.json', openApiDocument(described, { info: { title: 'Blog', version: '1' } })],
  ]);
  const handle = toNodeHandler(server, { prefix: '/api' });
  const find = explorerFiles('/explorer', { api: '/api', title: 'Blog', ...options });
  const host: Host = createHost((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    // Pictures of headers must not differ.
    response.setHeader('Date', 'Thu, 01 Jan 2026 00:00:00 GMT');
    const file = documents.has(path)
      ? { status: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(documents.get(path)) }
      : find(path);
    if (file === undefined) handle(request, response, () => response.writeHead(404).end());
    else response.writeHead(file.status, file.headers).end(file.body);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(host.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => host.close(() => resolve())),
  };
}
