/** Families of requests to a server, whose paths, cursors, and header fields could take more than linear time. */
import { type Api, defineApi, toMany, toOne } from '@linkage/core';
import {
  atomicOperations,
  createMemorySources,
  createServer,
  cursorPagination,
  type JsonApiRequest,
  type Server,
} from '@linkage/server';
import { z } from 'zod';
import type { Family } from './family.ts';

const api: Api = defineApi({
  nodes: {
    attributes: { name: z.string().optional(), any: z.unknown().optional() },
    relationships: { parent: toOne('nodes'), children: toMany('nodes') },
  },
});

const all = Number.POSITIVE_INFINITY;
const server: Server = createServer(
  api,
  createMemorySources(api, {
    nodes: [1, 2, 3].map((id) => ({ id, name: 'a', any: 1, parent: null, children: [] })),
  } as never),
  {
    extensions: [atomicOperations()],
    profiles: [cursorPagination({ key: 'a key of thirty-two bytes or more' })],
    limits: {
      urlLength: all,
      parameters: all,
      includePaths: all,
      sortFields: all,
      filterTerms: all,
      filterValues: all,
    },
  },
);
const send = (request: Partial<JsonApiRequest>): unknown =>
  server.handle({ method: 'GET', url: '/nodes', headers: {}, ...request });
const media = 'application/vnd.api+json';
const cursors = `${media};profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"`;

const requests: Readonly<Record<string, (text: string) => Partial<JsonApiRequest>>> = {
  'segments of a path': (text) => ({ url: `/${text.replaceAll('x', 'a/')}` }),
  'escapes of a path': (text) => ({ url: `/nodes/${text.replaceAll('x', '%41')}` }),
  'a long cursor': (text) => ({ url: `/nodes?page[after]=1${text}`, headers: { accept: cursors } }),
  'parameters of a page': (text) => ({ url: `/nodes?${text.replaceAll('x', 'page[a]=1&')}` }),
  'entity tags': (text) => ({ url: '/nodes/1', headers: { 'if-none-match': text.replaceAll('x', '"a",') } }),
  preferences: (text) => ({ headers: { prefer: text.replaceAll('x', 'a=b,') } }),
  'an idempotency key': (text) => ({
    method: 'POST',
    headers: { 'idempotency-key': `"${text}"`, 'content-type': media },
    body: '{}',
  }),
  'elements of an Accept field': (text) => ({ headers: { accept: text.replaceAll('x', `${media};a=b,`) } }),
  'parameters of a Content-Type field': (text) => ({
    method: 'POST',
    headers: { 'content-type': media + text.replaceAll('x', ';a=b') },
    body: '{}',
  }),
};

/** Families whose work is counted only: a server answers later. */
export const requestFamilies: readonly Family[] = Object.entries(requests).map(([name, make]) => ({
  name: `request: ${name}`,
  limit: 2000,
  input: (size: number) => 'x'.repeat(size / 20),
  run: (text: string) => send(make(text)),
}));
