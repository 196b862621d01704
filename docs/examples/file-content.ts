import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';

/** The folder of the contents, and the functions that read and write the resources that describe them. */
export interface FileContentOptions {
  /** In production: a folder that no web server publishes, or a bucket. */
  readonly folder: string;
  /** In production: the same for all processes. */
  readonly secret: string;
  /** The path of the API, if it has one. */
  readonly prefix?: string;
  /** Returns the resource, or undefined if there is none. */
  find(id: string): Promise<Described | undefined>;
  /** Locks the resource. If it has no content, calls `store`, and writes both values: completely or not at all. Returns whether it did. */
  complete(id: string, received: Received, store: () => Promise<void>): Promise<boolean>;
}
interface Described {
  readonly name?: unknown;
  readonly mediaType?: string | undefined;
  readonly size?: number | null | undefined;
}
interface Received {
  readonly size: number;
  readonly sha256: string;
}

const LARGEST = 10_000_000; // bytes
const DAY = 86_400_000;
/** The id is checked with its signature, but a path is made of it: a second look costs nothing. */
export const pathOf = (folder: string, id: string): string => join(folder, id.replaceAll(/[^\da-f-]/g, ''));

// #region links
const LIFETIME = 300_000;

function signature(secret: string, method: string, id: string, expires: number): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([method, id, expires]))
    .digest('base64url');
}

/** Returns a link: for `PUT` while there is no content, then for `GET`. */
export function contentUrl(
  { secret, prefix = '' }: Pick<FileContentOptions, 'secret' | 'prefix'>,
  id: string,
  size: unknown,
) {
  const expires = Date.now() + LIFETIME;
  const signed = signature(secret, size === null ? 'PUT' : 'GET', id, expires);
  return `${prefix}/files/${id}/-content?expires=${expires}&signature=${signed}`;
}

/** Whether a link was created by this server, for this method, and is still valid. */
function isSigned(secret: string, method: string, id: string, parameters: URLSearchParams): boolean {
  const expires = Number(parameters.get('expires'));
  const [given, expected] = [parameters.get('signature') ?? '', signature(secret, method, id, expires)].map((it) =>
    Buffer.from(it),
  );
  return (
    expires > Date.now() && given?.length === expected?.length && timingSafeEqual(given as Buffer, expected as Buffer)
  );
}
// #endregion

// #region content
/** Stores the body in a file of its own until it is complete, and counts while it reads: `Content-Length` can lie or be absent. */
async function receive(body: AsyncIterable<Uint8Array>, path: string): Promise<Received | undefined> {
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

async function upload({ folder, complete }: FileContentOptions, id: string, { body }: Request): Promise<Response> {
  const path = pathOf(folder, id);
  const part = `${path}.${randomUUID()}.part`;
  try {
    const received = await receive(Readable.fromWeb((body ?? new Blob([]).stream()) as NodeStream), part);
    if (received === undefined) return new Response('The file is too large.', { status: 413 });
    if (await complete(id, received, () => rename(part, path))) return new Response(null, { status: 204 });
    return new Response('The file has a content, or was deleted.', { status: 409 });
  } finally {
    await rm(part, { force: true });
  }
}

async function download({ folder, find }: FileContentOptions, id: string): Promise<Response> {
  const file = await find(id);
  if (file?.size == null) return new Response('Not found', { status: 404 });
  return new Response(Readable.toWeb(createReadStream(pathOf(folder, id))) as ReadableStream, {
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

/** Serves `/files/{id}/-content`. Returns undefined for other URLs. */
export async function handleContent(options: FileContentOptions, request: Request): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(request.url);
  const { prefix = '' } = options;
  const id = /^\/files\/([^/]+)\/-content$/.exec(pathname.slice(prefix.length))?.at(1);
  if (id === undefined || !pathname.startsWith(prefix)) return undefined;
  const { method } = request;
  if (method !== 'GET' && method !== 'PUT') return new Response(null, { status: 405, headers: { Allow: 'GET, PUT' } });
  if (!isSigned(options.secret, method, id, searchParams))
    return new Response('The link is not valid any more.', { status: 403 });
  return method === 'PUT' ? upload(options, id, request) : download(options, id);
}
// #endregion

// #region clean
/** Deletes content without a resource: of uploads that ended in the middle, and of deletions whose process ended. Run it once a day. */
export async function removeAbandonedContent({ folder, find }: FileContentOptions, olderThan = DAY) {
  const removed: string[] = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (Date.now() - (await stat(path)).mtimeMs < olderThan) continue;
    if (!name.endsWith('.part') && (await find(name)) !== undefined) continue;
    await rm(path, { force: true });
    removed.push(name);
  }
  return removed;
}
// #endregion
