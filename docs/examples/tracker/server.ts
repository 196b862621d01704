import { negotiateLanguage, translateErrors } from '@linkage/core';
import { jsonApiErrorHandler, jsonApiFrameworkErrors, jsonApiPlugin } from '@linkage/fastify';
import { createKyselyIdempotencyStore } from '@linkage/kysely';
import { withOpenApi } from '@linkage/openapi';
import { aggregates, atomicOperations, createServer, cursorPagination, idempotencyKeys } from '@linkage/server';
import Fastify from 'fastify';
import type { Kysely } from 'kysely';
import { contentUrl } from '../file-content.ts';
import { actions } from './actions.ts';
import { contentOf, contentRoutes } from './content.ts';
import { createTables, type Database } from './database.ts';
import { createHooks } from './hooks.ts';
import { rules } from './rules.ts';
import { api, parameters } from './schema.ts';
import { sessionsOf } from './sessions.ts';
import { createSources } from './sources.ts';

type Options = Readonly<Record<'folder' | 'secret', string>>;

/**
 * Creates the application over an empty database.
 *
 * @param options Its `folder` contains the contents of files: no web server must publish it. `secret` has 32 bytes or more, and is the same for
 * all processes. It signs the links to contents, and cursors.
 */
export async function createTracker(db: Kysely<never>, database: Database, { folder, secret }: Options) {
  await createTables(db, database);
  const sources = await createSources(db, database);
  const context = sessionsOf(db);
  const prefix = '/api';
  const server = createServer(api, sources, {
    baseUrl: prefix,
    describedby: `${prefix}/openapi.json`,
    context,
    access: rules,
    hiddenFields: 'omit', // one client names its fields for all roles
    errors: {
      language: ({ acceptLanguage }) => negotiateLanguage(acceptLanguage, ['en', 'de']),
      localize: translateErrors({ de: () => import('@linkage/server/languages/de').then((file) => file.german) }),
    },
    hooks: createHooks(),
    actions,
    typeParameters: { issues: parameters },
    // Readers of the resource receive a link to its content that is valid for five minutes, and its author one for the upload.
    resources: {
      files: {
        needs: ['size', 'author'],
        meta: ({ id, size, author }, { context: { user } }) =>
          size === null && author?.id !== user ? undefined : { content: contentUrl({ secret, prefix }, id, size) },
      },
    },
    resourceTags: ['issues'], // a client changes an issue of a list without reading it again
    extensions: [atomicOperations()],
    profiles: [
      cursorPagination({ key: secret, applied: 'always' }),
      aggregates(api, { issues: { groupBy: ['status', 'priority'], max: ['deletedAt'] } }, { applied: 'always' }),
    ],
    pagination: { user: (session) => session }, // a cursor is valid only for who received it, in the same role
    // The role is a part of the user: who loses it does not receive what was written with it.
    idempotency: { user: JSON.stringify, keys: idempotencyKeys({ store: createKyselyIdempotencyStore(db) }) },
  });
  const mount = { server: withOpenApi(server, { info: { title: 'Tracker', version: '1' }, context }), prefix };
  const app = Fastify({ frameworkErrors: jsonApiFrameworkErrors(mount) });
  app.setErrorHandler(jsonApiErrorHandler(mount));
  await app.register(jsonApiPlugin, mount);
  await app.register(contentRoutes({ folder, secret, prefix, ...contentOf(server, sources) }));
  return { app, server };
}
