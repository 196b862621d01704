import { createHash } from 'node:crypto';
import { type JsonApiRequest, unauthorized } from '@linkage/server';
import { type Kysely, sql } from 'kysely';

/** The user of a request: a user in one organization. A user of two organizations has a token for each. */
export interface Session {
  readonly user: string;
  readonly organization: string;
  readonly role: 'owner' | 'member' | 'guest';
}

/** The database contains no tokens, so a copy of it does not let anybody in. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Returns the function that identifies users by their bearer tokens. A role that changes is the new one from the next request on. */
export const sessionsOf =
  (db: Kysely<never>) =>
  async ({ headers }: JsonApiRequest): Promise<Session> => {
    const [, token = ''] = /^Bearer (\S+)$/i.exec(String(headers['authorization'])) ?? [];
    const found = await sql<Session>`
    select m.user_id as ${sql.ref('user')}, m.organization_id as organization, m.role as role
    from session s join membership m on m.organization_id = s.organization_id and m.user_id = s.user_id
    where s.token_hash = ${hashToken(token)}`.execute(db);
    const [user] = found.rows;
    if (user === undefined) throw unauthorized('Bearer', 'A valid bearer token is required.');
    return user;
  };
