import { jsonApiErrorHandler, jsonApiFrameworkErrors, jsonApiPlugin } from '@linkage/fastify';
import { createKyselyIdempotencyStore } from '@linkage/kysely';
import { withOpenApi } from '@linkage/openapi';
import { atomicOperations, createServer, cursorPagination, idempotencyKeys } from '@linkage/server';
import Fastify from 'fastify';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { actions } from './actions.ts';
import { type Caller, callersOf } from './callers.ts';
import { addContent, type ContentOptions, contentMeta } from './content.ts';
import { createTables, type Database } from './database.ts';
import { createHooks } from './hooks.ts';
import { rules } from './rules.ts';
import { api } from './schema.ts';
import { createSources } from './sources.ts';

/** Creates the application over an empty database. */
export async function createTracker(db: Kysely<never>, database: Database, options: ContentOptions) {
  await createTables(db, database);
  const sources = await createSources(db, database);
  const context = callersOf(db);
  const server = createServer(api, sources, {
    baseUrl: '/api',
    describedby: '/api/openapi.json',
    context,
    access: rules,
    hiddenFields: 'omit', // one client names its fields for all roles
    hooks: createHooks(sources),
    actions,
    typeParameters: { issues: { searchText: z.string().min(2).max(200) } },
    resources: { files: { meta: contentMeta(options) } },
    resourceTags: ['issues'], // a client changes an issue of a list without reading it again
    extensions: [atomicOperations()],
    profiles: [cursorPagination({ key: options.secret, applied: 'always', caller: (caller: Caller) => caller })],
    pagination: { includedSize: 20 },
    idempotency: idempotencyKeys({
      store: createKyselyIdempotencyStore(db),
      // With the role: who loses it does not receive what was written with it.
      scope: ({ user, organization, role }: Caller) => JSON.stringify([user, organization, role]),
    }),
  });
  const mount = { server: withOpenApi(server, { info: { title: 'Tracker', version: '1' }, context }), prefix: '/api' };
  const app = Fastify({ frameworkErrors: jsonApiFrameworkErrors(mount) });
  app.setErrorHandler(jsonApiErrorHandler(mount));
  await app.register(jsonApiPlugin, mount);
  await app.register(addContent({ ...options, server, files: sources.files }));
  return { app, server };
}
