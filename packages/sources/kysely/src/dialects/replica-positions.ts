import { type Kysely, sql } from 'kysely';

/** The positions of a primary database, and which of them its replica has reached. */
export interface ReplicaPositions {
  /** Returns the position of the primary database, as a string that a cookie or a header can carry. */
  readonly current: () => Promise<string>;
  /**
   * Whether the replica has everything up to a position. False for a string that is not a position: clients can send any text.
   */
  readonly isReached: (position: string) => Promise<boolean>;
}

type Reached = { readonly reached: boolean | number | bigint | null };

/** The number of bytes in the log of PostgreSQL. A server that does not follow another one has everything. */
export function postgresPositions(primary: Kysely<unknown>, replica: Kysely<unknown>): ReplicaPositions {
  return {
    async current() {
      const { rows } = await sql<{ readonly position: string }>`
        select pg_current_wal_insert_lsn()::text as "position"`.execute(primary);
      return rows.at(0)?.position ?? '';
    },
    async isReached(position) {
      if (!/^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/i.test(position)) return false;
      const { rows } = await sql<Reached>`
        select not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "reached"`.execute(
        replica,
      );
      return rows.at(0)?.reached === true;
    },
  };
}

/** The global transaction ids of MariaDB: the last one of each domain in the binary log. */
export function mariadbPositions(primary: Kysely<unknown>, replica: Kysely<unknown>): ReplicaPositions {
  return {
    async current() {
      const { rows } = await sql<{ readonly position: string }>`select @@gtid_binlog_pos as \`position\``.execute(
        primary,
      );
      const position = rows.at(0)?.position ?? '';
      if (position === '') throw new Error('The primary database has no binary log, so it has no position.');
      return position;
    },
    async isReached(position) {
      if (position.length > 500 || !position.split(',').every((it) => /^\d+-\d+-\d+$/.test(it))) return false;
      const { rows } = await sql<Reached>`select master_gtid_wait(${position}, 0) as \`reached\``.execute(replica);
      return Number(rows.at(0)?.reached ?? -1) === 0;
    },
  };
}
