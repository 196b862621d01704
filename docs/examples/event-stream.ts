import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createServer as createHost, type Server as NodeServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import {
  createKyselySources,
  createNodeSqliteDialect,
  createOutboxTable,
  type OutboxEvent,
  readCatalog,
  readEvents,
} from '@linkage/kysely';
import { createShutdown, toNodeHandler } from '@linkage/node';
import { createServer, type JsonApiRequest } from '@linkage/server';
import { Kysely } from 'kysely';
import { z } from 'zod';

const status = attribute(z.string(), { filter: true });
const api = defineApi({
  articles: {
    attributes: { title: z.string(), status, notes: z.string() },
    relationships: { comments: toMany('comments') },
  },
  comments: { attributes: { text: z.string(), status }, relationships: { article: toOne('articles') } },
});
export const database = new DatabaseSync(':memory:');
database.exec(`
  create table article (id integer primary key, title text not null, status text not null, notes text not null);
  create table comment (id integer primary key, text text not null, status text not null, article_id integer references article (id));
`);
const db = new Kysely<unknown>({ dialect: createNodeSqliteDialect(database) });
await createOutboxTable(db);
const mapping = {
  articles: { table: 'article', idType: 'integer', relationships: { comments: { foreignKey: 'article_id' } } },
  comments: { table: 'comment', idType: 'integer', relationships: { article: { column: 'article_id' } } },
} as const;
const sources = createKyselySources(api, db, mapping, { catalog: await readCatalog(db), outbox: 'outbox' });

type User = 'reader' | 'editor';
const userOf = ({ headers }: JsonApiRequest): User =>
  headers['authorization'] === 'Bearer editor' ? 'editor' : 'reader';
const isEditor = (user: User): boolean => user === 'editor';
const isPublic = (user: User) => isEditor(user) || [{ field: 'status' as const, values: ['public'] }];
const purged: string[] = [];
const purge = async (tag: string): Promise<void> => void purged.push(tag);

// #region purge
export const server = createServer(api, sources, {
  context: userOf,
  access: {
    articles: {
      read: isPublic,
      fields: (user: User) => (isEditor(user) ? true : { except: ['notes'] }),
      create: isEditor,
      update: isEditor,
      delete: isEditor,
    },
    comments: { read: isPublic, create: isEditor, update: isEditor, delete: isEditor },
  },
  headers: ({ resources }) => ({ 'Cache-Tag': resources.map(({ type, id }) => `${type}-${id}`).join(',') }),
  hooks: {
    articles: {
      create: { afterCommit: () => purge('articles') },
      update: { afterCommit: ({ id }) => purge(`articles-${id}`) },
      delete: { afterCommit: ({ id }) => purge(`articles-${id}`) },
    },
  },
});
// #endregion

// #region position
/** All processes must have the same key, also after a restart. */
const eventKey = randomBytes(32);

/** Returns a position as a text that says nothing: positions count all events, also those that the reader cannot see. */
function seal(position: number): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', eventKey, nonce);
  const sealed = [nonce, cipher.update(String(position).padStart(16)), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString('base64url');
}

/** Returns the position of a sealed text; undefined if this server has not sealed it. */
function unseal(text: string): number | undefined {
  const sealed = Buffer.from(text, 'base64url');
  if (sealed.length !== 12 + 16 + 16) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', eventKey, sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(-16));
  try {
    return Number(Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString());
  } catch {
    return undefined;
  }
}
// #endregion

// #region stream
type Event = OutboxEvent<typeof api>;

/** Returns what a reader can see now at a URL, or undefined. */
async function see(url: string, headers: JsonApiRequest['headers']) {
  const { status, body = '' } = await server.handle({ method: 'GET', url, headers });
  return status === 200 ? JSON.parse(body).data : undefined;
}

/** Whether a reader can see one of some resources. */
async function seesAny(members: readonly { type: string; id: string }[], headers: JsonApiRequest['headers']) {
  for (const type of new Set(members.map((member) => member.type))) {
    const all = members.filter((member) => member.type === type);
    for (let start = 0; start < all.length; start += 100) {
      const ids = all.slice(start, start + 100).map(({ id }) => encodeURIComponent(id));
      const seen = await see(`/${type}?filter[id]=${ids}&page[size]=1`, headers);
      if (seen?.length > 0) return true;
    }
  }
  return false;
}

/** Returns the fields of an event that a reader can see now, or undefined if the reader cannot see the resource. */
async function seenFields({ type, id, fields, members }: Event, headers: JsonApiRequest['headers']) {
  const resource = await see(`/${type}/${encodeURIComponent(id)}`, headers);
  if (resource === undefined) return undefined;
  const { attributes = {}, relationships = {} } = resource;
  const changed: Readonly<Record<string, readonly { type: string; id: string }[] | undefined>> = members;
  const seen = [];
  for (const name of fields) {
    // A change of a link is a secret if its other end is one.
    const isSeen = Object.hasOwn(relationships, name)
      ? await seesAny(changed[name] ?? [], headers)
      : Object.hasOwn(attributes, name);
    if (isSeen) seen.push(name);
  }
  return seen;
}

/** Returns the next events, or undefined if events after the position were deleted, or if there is no position. */
const eventsAfter = async (after: number | undefined) => {
  if (after === undefined) return undefined;
  return readEvents(api, db, { after, limit: 200 }).catch((error: unknown) => {
    if (error instanceof RangeError) return undefined;
    throw error;
  });
};

/** Yields the events after a position that a reader can see, as lines of `text/event-stream`, until the signal aborts. */
async function* eventLines(request: JsonApiRequest, signal: AbortSignal): AsyncGenerator<string> {
  const { authorization } = request.headers;
  const shown = new Set<string>();
  let position = unseal(String(request.headers['last-event-id']));
  while (!signal.aborted) {
    const next = await eventsAfter(position);
    if (next === undefined) {
      // The client is new, or has been away for too long: from here on it misses nothing, so it must now read the resources.
      ({ position } = await readEvents(api, db, { after: 'end' }));
      yield `id: ${seal(position)}\nevent: reload\ndata: {}\n\n`;
      continue;
    }
    for (const event of next.events) {
      const { type, id, operation } = event;
      const name = `${type}/${id}`;
      const fields = await seenFields(event, { authorization });
      // Who could see a resource that no longer exists is unknown, except for those to whom this connection has shown it.
      const isGone = fields === undefined && shown.delete(name);
      if (fields !== undefined) shown.add(name);
      const isSeen = isGone || (fields !== undefined && (operation === 'create' || fields.length > 0));
      const data = JSON.stringify({ type, id, fields: fields ?? [] });
      if (isSeen) yield `id: ${seal(event.position)}\nevent: ${isGone ? 'delete' : operation}\ndata: ${data}\n\n`;
      if (signal.aborted) return;
    }
    position = next.position;
    // Also moves the client past events that it cannot see. The line looks the same without any, so it tells nothing of them.
    yield `id: ${seal(position)}\n\n`;
    await sleep(200, undefined, { signal }).catch(() => undefined);
  }
}

const streamHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'private, no-store',
  Vary: 'Authorization',
};

/** Returns the status and the header fields of a response: a stream cannot be written to. */
function streamHead(method: string | undefined) {
  const isAllowed = method === 'GET' || method === 'HEAD';
  return isAllowed ? { status: 200, headers: streamHeaders } : { status: 405, headers: { Allow: 'GET, HEAD' } };
}

/** Ends all streams, which would otherwise keep their connections until the end of the grace time of a shutdown. */
const ending = new AbortController();
// #endregion

// #region fetch
const handle = toFetchHandler(server);

export function fetchHandler(request: Request): Response | Promise<Response> {
  if (new URL(request.url).pathname !== '/events') return handle(request);
  if (request.method !== 'GET') return new Response(null, streamHead(request.method));
  const received = { method: 'GET', url: '/events', headers: Object.fromEntries(request.headers) };
  const stop = new AbortController();
  const lines = eventLines(received, AbortSignal.any([stop.signal, ending.signal, request.signal]));
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await lines.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: () => stop.abort(),
  });
  return new Response(body, streamHead('GET'));
}
// #endregion

// #region node
const listener = toNodeHandler(server);

export const host: NodeServer = createHost((request, response) => {
  if (request.url?.split('?')[0] !== '/events') return void listener(request, response);
  const { status, headers } = streamHead(request.method);
  response.writeHead(status, headers);
  if (request.method !== 'GET') return void response.end();
  const stop = new AbortController();
  response.once('close', () => stop.abort());
  const received = { method: 'GET', url: '/events', headers: request.headers };
  const lines = Readable.from(eventLines(received, AbortSignal.any([stop.signal, ending.signal])));
  // The client can disconnect at any time. A client that does not read must not hold the shutdown either.
  pipeline(lines, response, { signal: ending.signal }).catch(() => undefined);
});

const shutdown = createShutdown(host, { grace: 10_000 });
export const stop = () => {
  ending.abort();
  return shutdown();
};
// #endregion

export const purgedTags: readonly string[] = purged;
