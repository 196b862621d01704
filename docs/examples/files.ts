import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { attribute, defineApi, JsonApiError } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { createKyselySources, createNodeSqliteDialect } from '@linkage/kysely';
import { createServer, type SourceCall } from '@linkage/server';
import { Kysely } from 'kysely';
import { z } from 'zod';

const database = new DatabaseSync(':memory:');
database.exec(`
  create table file (
    id text primary key, name text not null, media_type text not null, owner text not null, size integer, sha256 text
  );
`);
const db = new Kysely<never>({ dialect: createNodeSqliteDialect(database) });
/** In production: a folder that no web server publishes, or a bucket. */
export const folder = await mkdtemp(join(tmpdir(), 'files-'));

// #region resource
const api = defineApi({
  files: {
    attributes: {
      name: z.string().min(1).max(200),
      mediaType: z.enum(['image/png', 'image/jpeg', 'application/pdf']),
      // Null until the content is there. Only the server writes both.
      size: attribute(z.int().nullable().default(null), { write: false }),
      sha256: attribute(z.string().nullable().default(null), { write: false }),
      owner: attribute(z.string(), { write: false }),
    },
  },
});
interface User {
  readonly id: string;
}

const { files } = createKyselySources(api, db, {
  files: {
    table: 'file',
    attributes: { mediaType: 'media_type' },
    newId: () => randomUUID(),
    onCreate: { owner: ({ context }: SourceCall<User>) => context.id },
  },
});
export const server = createServer(
  api,
  { files },
  {
    // In production: from the verified token.
    context: ({ headers }): User => ({ id: String(headers['x-user'] ?? '') }),
    access: {
      files: {
        read: ({ id }) => [{ field: 'owner', values: [id] }],
        create: ({ id }) => id !== '',
        delete: () => true, // of what the caller can read
      },
    },
    // Who can read the resource receives a link to its content that is valid for five minutes.
    resources: {
      files: { meta: ({ id, size }) => ({ content: contentUrl(size === null ? 'PUT' : 'GET', String(id)) }) },
    },
    hooks: { files: { delete: { afterCommit: ({ id }) => rm(pathOf(id), { force: true }) } } },
  },
);
// #endregion

// #region links
const secret = randomUUID(); // In production: the same for all processes.
const LIFETIME = 300_000;

function signature(method: string, id: string, expires: number): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([method, id, expires]))
    .digest('base64url');
}

function contentUrl(method: 'GET' | 'PUT', id: string): string {
  const expires = Date.now() + LIFETIME;
  return `/files/${id}/-content?expires=${expires}&signature=${signature(method, id, expires)}`;
}

/** Whether a link was created by this server, for this method, and is still valid. */
function isSigned(method: string, id: string, parameters: URLSearchParams): boolean {
  const expires = Number(parameters.get('expires'));
  const [given, expected] = [parameters.get('signature') ?? '', signature(method, id, expires)].map((it) =>
    Buffer.from(it),
  );
  return (
    expires > Date.now() && given?.length === expected?.length && timingSafeEqual(given as Buffer, expected as Buffer)
  );
}
// #endregion

// #region content
const LARGEST = 10_000_000; // bytes
/** The id is checked by `isSigned`, but a path is made of it: a second look costs nothing. */
const pathOf = (id: string): string => join(folder, id.replaceAll(/[^\da-f-]/g, ''));
const whole = { attributes: new Set(['name', 'mediaType', 'size'] as const), relationships: new Set<never>() };

/** Stores the body in a file of its own until it is complete, and counts while it reads: `Content-Length` can lie or be absent. */
async function receive(body: AsyncIterable<Uint8Array>, path: string) {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx');
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > LARGEST) return undefined;
      hash.update(chunk);
      await file.write(chunk);
    }
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest('hex') };
}

async function upload(id: string, { body }: Request): Promise<Response> {
  const part = `${pathOf(id)}.${randomUUID()}.part`;
  try {
    const received = await receive(Readable.fromWeb((body ?? new Blob([]).stream()) as NodeStream), part);
    if (received === undefined) return new Response('The file is too large.', { status: 413 });
    await server.transaction({ context: { id: '' } }, async ({ writes, call }) => {
      const [file] = await files.find([id], whole, { ...call, forUpdate: true });
      if (file === undefined || file.size !== null) throw new JsonApiError({ status: '409', title: 'Conflict' });
      // The signed link is the permission, so the rules do not decide again.
      await writes.withoutRules.update('files', id, { attributes: received });
      await rename(part, pathOf(id));
    });
    return new Response(null, { status: 204 });
  } catch (error) {
    if (JsonApiError.is(error))
      return new Response('The file has a content, or was deleted.', { status: error.status });
    throw error;
  } finally {
    await rm(part, { force: true });
  }
}

async function download(id: string): Promise<Response> {
  const call = { context: { id: '' }, signal: AbortSignal.timeout(5_000) };
  const [file] = await files.find([id], whole, call);
  if (file?.size == null) return new Response('Not found', { status: 404 });
  return new Response(Readable.toWeb(createReadStream(pathOf(id))) as ReadableStream, {
    headers: {
      'Content-Type': file.mediaType ?? 'application/octet-stream',
      'Content-Length': String(file.size),
      // A browser shows nothing of it on this origin, whatever it contains.
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(String(file.name))}`,
      'Content-Security-Policy': 'sandbox',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  });
}

const jsonApi = toFetchHandler(server);

export async function handle(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const id = /^\/files\/([^/]+)\/-content$/.exec(pathname)?.at(1);
  if (id === undefined) return jsonApi(request);
  const { method } = request;
  if (method !== 'GET' && method !== 'PUT') return new Response(null, { status: 405, headers: { Allow: 'GET, PUT' } });
  if (!isSigned(method, id, searchParams)) return new Response('The link is not valid any more.', { status: 403 });
  return method === 'PUT' ? upload(id, request) : download(id);
}
// #endregion

// #region clean
const DAY = 86_400_000;

/** Deletes content without a resource: of uploads that ended in the middle, and of deletions whose process ended. Run it once a day. */
export async function removeAbandoned(olderThan = DAY): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (Date.now() - (await stat(path)).mtimeMs < olderThan) continue;
    const call = { context: { id: '' }, signal: AbortSignal.timeout(5_000) };
    if (!name.endsWith('.part') && (await files.find([name], whole, call)).length > 0) continue;
    await rm(path, { force: true });
    removed.push(name);
  }
  return removed;
}
// #endregion
