import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { createKyselySources, createNodeSqliteDialect } from '@linkage/kysely';
import { createServer, defineContext } from '@linkage/server';
import { Kysely } from 'kysely';
import { z } from 'zod';
import { contentUrl, type FileContentOptions, handleContent, pathOf, removeAbandonedContent } from './file-content.ts';

const database = new DatabaseSync(':memory:');
database.exec(`
  create table file (
    id text primary key, name text not null, media_type text not null, owner text not null, size integer, sha256 text
  );
`);
const db = new Kysely<never>({ dialect: createNodeSqliteDialect(database) });
export const folder = await mkdtemp(join(tmpdir(), 'files-'));
const secret = randomUUID();

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

// In production: from the verified token.
const context = defineContext(({ headers }): User => ({ id: String(headers['x-user'] ?? '') }));
const { files } = createKyselySources(
  api,
  db,
  {
    files: {
      table: 'file',
      attributes: { mediaType: 'media_type' },
      newId: () => randomUUID(),
      onCreate: { owner: (call) => call.context.id },
    },
  },
  { context },
);
export const server = createServer(
  api,
  { files },
  {
    context,
    access: {
      files: {
        read: ({ id }) => [{ field: 'owner', values: [id] }],
        create: ({ id }) => id !== '',
        delete: () => true, // of what the user can read
      },
    },
    // Who can read the resource receives a link to its content that is valid for five minutes.
    resources: {
      files: { needs: ['size'], meta: ({ id, size }) => ({ content: contentUrl({ secret }, String(id), size) }) },
    },
    hooks: { files: { delete: { afterCommit: ({ id }) => rm(pathOf(folder, id), { force: true }) } } },
  },
);
// #endregion

// #region store
const whole = { attributes: new Set(['name', 'mediaType', 'size'] as const), relationships: new Set<never>() };
/** The signed link is the permission, so no rule decides again. */
const user: User = { id: '' };

const options: FileContentOptions = {
  ...{ folder, secret },
  find: async (id) => (await files.find([id], whole, { context: user, signal: AbortSignal.timeout(5_000) }))[0],
  complete: (id, received, store) =>
    server.transaction({ context: user }, async ({ writes, call }) => {
      const [file] = await files.find([id], whole, { ...call, forUpdate: true });
      if (file?.size !== null) return false;
      await writes.withoutRules.update('files', id, { attributes: received });
      await store();
      return true;
    }),
};
const jsonApi = toFetchHandler(server);

export const handle = async (request: Request): Promise<Response> =>
  (await handleContent(options, request)) ?? jsonApi(request);
export const removeAbandoned = (olderThan?: number) => removeAbandonedContent(options, olderThan);
// #endregion
