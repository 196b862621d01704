import { negotiateLanguage } from '@linkage/core';
import { jsonApiErrorHandler, jsonApiFrameworkErrors, jsonApiPlugin } from '@linkage/fastify';
import { createKyselyIdempotencyStore, eventStream } from '@linkage/kysely';
import { withOpenApi } from '@linkage/openapi';
import { aggregates, atomicOperations, createServer, cursorPagination, idempotencyKeys } from '@linkage/server';
import Fastify from 'fastify';
import type { Kysely } from 'kysely';
import { actions, audit } from './actions.ts';
import { createTables } from './database.ts';
import { localize } from './messages.ts';
import { addPage } from './page-routes.ts';
import { rules } from './rules.ts';
import { api } from './schema.ts';
import { sessionsOf } from './sessions.ts';
import { createSources } from './sources.ts';

const prefix = '/api';

/**
 * Creates the application over an empty database.
 *
 * @param secret At least 32 characters, the same in all processes. It signs cursors, and encrypts positions of the stream of events.
 */
export async function createClinic(db: Kysely<never>, secret: string) {
  await createTables(db);
  const sources = await createSources(db);
  const context = sessionsOf(db);
  const ending = new AbortController();
  const server = createServer(api, sources, {
    ...{ baseUrl: prefix, describedby: `${prefix}/openapi.json`, context, access: rules, actions, afterWrite: audit },
    uncheckedInverses: { doctors: ['clinics'] }, // An administrator removes a doctor, whom the clinic then no longer sees.
    hiddenFields: 'omit', // One client names its fields for all roles.
    requireIfMatch: ['appointments', 'invoices'],
    resourceTags: ['appointments', 'invoices'], // A client changes an appointment of a list without reading it again.
    errors: {
      language: ({ acceptLanguage }) => negotiateLanguage(acceptLanguage, ['en', 'de']),
      localize,
    },
    extensions: [atomicOperations({ limit: 500 })],
    profiles: [
      cursorPagination({ key: secret, applied: 'always' }),
      aggregates(
        api,
        {
          appointments: { groupBy: ['doctorId', 'startsAt.month', 'status'], sum: ['minutes'] },
          invoices: { groupBy: ['status'], sum: ['total'], max: ['dueOn'] },
        },
        { applied: 'always', timeZone: 'Europe/Berlin' },
      ),
    ],
    pagination: { user: (session) => session },
    idempotency: { user: JSON.stringify, keys: idempotencyKeys({ store: createKyselyIdempotencyStore(db) }) },
  });
  const described = withOpenApi(server, { info: { title: 'Clinic', version: '1' }, context });
  const mount = { server: eventStream(described, api, db, { key: secret, signal: ending.signal }), prefix };
  const app = Fastify({ frameworkErrors: jsonApiFrameworkErrors(mount) });
  app.setErrorHandler(jsonApiErrorHandler(mount));
  await app.register(jsonApiPlugin, mount);
  await app.register(addPage);
  app.addHook('preClose', () => ending.abort());
  return { app, server };
}
