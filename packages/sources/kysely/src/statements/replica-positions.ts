import type { Kysely } from 'kysely';
import { dialectOf } from '../dialects/dialect-of.ts';
import type { ReplicaPositions } from '../dialects/replica-positions.ts';

/**
 * Returns the positions of a primary database and its replica: of PostgreSQL, and of MariaDB with a binary log.
 *
 * @throws {TypeError} If the databases are of another kind. There, an application notes the time of a write.
 * @see https://www.postgresql.org/docs/current/functions-admin.html#FUNCTIONS-RECOVERY-CONTROL
 * @see https://mariadb.com/kb/en/master_gtid_wait/
 */
export function replicaPositions<Primary, Replica>(
  primary: Kysely<Primary>,
  replica: Kysely<Replica>,
): ReplicaPositions {
  const { replicaPositions: positions } = dialectOf(primary);
  if (positions !== dialectOf(replica).replicaPositions)
    throw new TypeError('replicaPositions: both databases must be of one kind, but they are of two.');
  if (positions === undefined)
    throw new TypeError('replicaPositions: SQLite has no positions. Note the time of a write.');
  return Object.freeze(positions(primary as Kysely<unknown>, replica as Kysely<unknown>));
}
