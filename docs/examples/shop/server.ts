import { type FastifyFramework, jsonApiFrameworkErrors, jsonApiPlugin } from '@linkage/fastify';
import { createIdempotencyTable, createKyselyIdempotencyStore } from '@linkage/kysely';
import { withOpenApi } from '@linkage/openapi';
import { atomicOperations, createServer, type FrameworkRequest, idempotencyKeys, unauthorized } from '@linkage/server';
import Fastify from 'fastify';
import { createDatabase } from './database.ts';
import { createHooks } from './hooks.ts';
import type { SendMail } from './mails.ts';
import { hashToken } from './passwords.ts';
import { rules, type Visitor } from './rules.ts';
import { api } from './schema.ts';
import { createSources } from './sources.ts';

/** Creates the application, with a database in memory. */
export async function createShop(sendMail: SendMail) {
  const { database, db } = createDatabase();
  await createIdempotencyTable(db);
  const sources = await createSources(database, db);
  const users = database.prepare('select u.id, is_admin from session, user u where user_id = u.id and token_hash = ?');

  /** Returns the user of a bearer token. A wrong token is an error, and no token is a user without a user. */
  function context({ headers, framework }: FrameworkRequest<FastifyFramework>): Visitor {
    const address = framework.request.ip;
    const { authorization } = headers;
    if (authorization === undefined) return { user: undefined, address };
    const [, token = ''] = /^Bearer (\S+)$/i.exec(String(authorization)) ?? [];
    const row = users.get(hashToken(token));
    if (row === undefined) throw unauthorized('Bearer', 'The token is not valid.');
    return { user: { id: String(row['id']), isAdmin: row['is_admin'] === 1 }, address };
  }

  const server = createServer(api, sources, {
    baseUrl: '/api',
    context,
    access: rules,
    uncheckedInverses: { products: ['lines'] }, // customers can order a product without permission to change it
    hooks: createHooks(sources, database, sendMail),
    extensions: [atomicOperations()], // POST /api/operations
    idempotency: {
      // The store must not contain tokens.
      keys: idempotencyKeys({ store: createKyselyIdempotencyStore(db), exempt: ['sessions'] }),
      user: ({ user, address }) => user?.id ?? address,
    },
  });
  const mount = { server: withOpenApi(server, { info: { title: 'Shop', version: '1' }, context }), prefix: '/api' };
  const app = Fastify({ frameworkErrors: jsonApiFrameworkErrors(mount) });
  await app.register(jsonApiPlugin, mount);
  return app;
}
