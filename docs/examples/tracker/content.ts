import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorObject, JsonApiError, type RecordId } from '@linkage/core';
import type { ApplicationServer, JsonApiRequest, TypedWrites } from '@linkage/server';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Caller } from './callers.ts';
import { conflict } from './hooks.ts';
import type { Api } from './schema.ts';
import type { TrackerSources } from './sources.ts';

export interface ContentOptions {
  /** A folder that no web server publishes. */
  readonly folder: string;
  /** 32 bytes or more, the same for all processes. It signs the links to contents, and cursors. */
  readonly secret: string;
}
interface Content extends ContentOptions {
  readonly server: ApplicationServer<JsonApiRequest, Caller, keyof Api['declaration'] & string, TypedWrites<Api>>;
  readonly files: TrackerSources['files'];
}
type Parts = {
  Params: { id: string };
  Querystring: { expires?: string; signature?: string };
  Body: AsyncIterable<Uint8Array>;
};

const LIFETIME = 300_000; // milliseconds
const LARGEST = 10_000_000; // bytes
const route = '/api/files/:id/-content';
const fields = { attributes: new Set(['name', 'mediaType', 'size'] as const), relationships: new Set<never>() };
/** The link is the permission, so no rule decides again. */
const context: Caller = { user: '', organization: '', role: 'guest' };

const signatureOf = (secret: string, ...signed: readonly [method: string, id: string, expires: number]): string =>
  createHmac('sha256', secret).update(JSON.stringify(signed)).digest('base64url');

/** Who can read the resource receives a link to its content that is valid for five minutes. */
export const contentMeta =
  ({ secret }: ContentOptions) =>
  ({ id, size }: { readonly id: RecordId; readonly size?: number | null | undefined }) => {
    const expires = Date.now() + LIFETIME;
    const signature = signatureOf(secret, size === null ? 'PUT' : 'GET', String(id), expires);
    return { content: `/api/files/${id}/-content?expires=${expires}&signature=${signature}` };
  };

function assertSigned(secret: string, { method, params: { id }, query }: FastifyRequest<Parts>): void {
  const expires = Number(query.expires);
  const [given, expected] = [String(query.signature), signatureOf(secret, method, id, expires)].map((it) =>
    Buffer.from(it),
  );
  if (
    expires > Date.now() &&
    given?.length === expected?.length &&
    timingSafeEqual(given as Buffer, expected as Buffer)
  )
    return;
  throw new JsonApiError(errorObject('FORBIDDEN', 'The link is not valid any more.'));
}

/** Stores a body, and counts while it reads: `Content-Length` can lie or be absent. */
async function store(body: AsyncIterable<Uint8Array>, path: string) {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx');
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > LARGEST) throw new JsonApiError(errorObject('BODY_TOO_LARGE', 'The file is too large.'));
      hash.update(chunk);
      await file.write(chunk);
    }
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest('hex') };
}

/** Serves `PUT` and `GET` of the content of a file, beside the resource that describes it. */
export function addContent({ folder, secret, server, files }: Content): FastifyPluginAsync {
  const pathOf = (id: string) => join(folder, id.replaceAll(/[^\w-]/g, ''));
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    app.put<Parts>(route, async (request, reply) => {
      assertSigned(secret, request);
      const { id } = request.params;
      const part = `${pathOf(id)}.${randomUUID()}.part`;
      try {
        const received = await store(request.body ?? [], part);
        await server.transaction({ context }, async ({ writes, call }) => {
          const [file] = await files.find([id], fields, { ...call, forUpdate: true });
          if (file?.size !== null) throw conflict('The file has a content, or was deleted.');
          await writes.withoutRules.update('files', id, { attributes: received });
          await rename(part, pathOf(id));
        });
        return reply.code(204).send();
      } finally {
        await rm(part, { force: true });
      }
    });
    app.get<Parts>(route, { exposeHeadRoute: false }, async (request, reply) => {
      assertSigned(secret, request);
      const { id } = request.params;
      const [file] = await files.find([id], fields, { context, signal: AbortSignal.timeout(5_000) });
      if (file?.size == null) throw new JsonApiError(errorObject('NOT_FOUND', 'The file does not exist.'));
      const name = encodeURIComponent(String(file.name));
      const safe = { 'Content-Security-Policy': 'sandbox', 'X-Content-Type-Options': 'nosniff' };
      reply.headers({ ...safe, 'Content-Type': file.mediaType, 'Cache-Control': 'private, no-store' });
      return reply
        .header('Content-Disposition', `attachment; filename*=UTF-8''${name}`)
        .send(createReadStream(pathOf(id)));
    });
  };
}
