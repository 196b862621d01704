import { attribute, defineApi } from '@linkage/core';
import { createKyselySources, replicaPositions } from '@linkage/kysely';
import { createServer, type JsonApiRequest, type Server, splitSources } from '@linkage/server';
import type { Kysely } from 'kysely';
import { z } from 'zod';

const api = defineApi({ notes: { attributes: { title: attribute(z.string(), { filter: true }) } } });
const mapping = { notes: { table: 'note', idType: 'integer' } } as const;

function cookieOf(headers: JsonApiRequest['headers'], name: string): string | undefined {
  const cookies = String(headers['cookie'] ?? '').split('; ');
  return cookies.find((it) => it.startsWith(`${name}=`))?.slice(name.length + 1);
}

// #region split
/** The position of the primary database after the last write of a user. */
interface User {
  position: string | undefined;
}

export function createReplicatedServer(db: Kysely<unknown>, replicaDb: Kysely<unknown>): Server {
  const positions = replicaPositions(db, replicaDb);
  const primary = createKyselySources(api, db, mapping);
  const replica = createKyselySources(api, replicaDb, mapping);
  const sources = splitSources<typeof primary, User>(primary, replica, {
    readsPrimary: async ({ context: { position } }) => position !== undefined && !(await positions.isReached(position)),
    async onCommit({ context }) {
      context.position = await positions.current();
    },
  });
  return createServer(api, sources, {
    context: ({ headers }: JsonApiRequest): User => ({
      position: cookieOf(headers, 'position'),
    }),
    headers: ({ context, request }) =>
      request.method === 'GET' || context?.position === undefined
        ? undefined
        : { 'Set-Cookie': `position=${context.position}; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax` },
  });
}
// #endregion
