import type { Pool, PoolClient } from 'pg';
import { dataVersion, otherTables } from './data-version.ts';
import type { Progress } from './progress.ts';
import { readRows, type TableRows } from './read-rows.ts';
import { createIndexes, createPostgresTables, dropTables } from './tables.ts';

/** The number of rows of one statement: PostgreSQL allows 65,535 parameters. */
const STEP = 2000;
/** The key of the lock that lets one process import at a time ("atls"). */
const LOCK = 0x61746c73;

async function isImported(client: Pool | PoolClient, version: number): Promise<boolean> {
  const tables = await client.query(
    'select table_name as name from information_schema.tables where table_schema = current_schema()',
  );
  if (tables.rows.length === 0) return false;
  if (!tables.rows.some(({ name }) => name === 'atlas_version')) throw new Error(otherTables);
  const { rows } = await client.query('select version from atlas_version');
  return rows[0]?.version === version;
}

async function insertRows(client: PoolClient, { table, rows }: TableRows, progress: Progress): Promise<void> {
  for (let start = 0; start < rows.length; start += STEP) {
    const some = rows.slice(start, start + STEP);
    let place = 0;
    const places = some.map((row) => `(${row.map(() => `$${++place}`).join(', ')})`);
    await client.query(`insert into ${table} values ${places.join(', ')}`, some.flat());
    progress.advance(some.length);
  }
}

async function replaceData(client: PoolClient, version: number, progress: Progress): Promise<void> {
  const tables = await readRows();
  await client.query(`${dropTables} ${createPostgresTables} drop table if exists atlas_version;
    create table atlas_version (version integer not null)`);
  progress.start(tables.reduce((sum, { rows }) => sum + rows.length, 0));
  for (const rows of tables) await insertRows(client, rows, progress);
  progress.stop();
  progress.say('Making indexes');
  await client.query(createIndexes);
  await client.query('insert into atlas_version values ($1)', [version]);
}

/**
 * Fills the schema of a PostgreSQL connection like `importData`: in one transaction, unless it already contains these
 * data. A second process waits for the first.
 *
 * @throws {Error} If the schema contains tables of another application.
 */
export async function importPostgres(pool: Pool, progress: Progress): Promise<boolean> {
  const version = dataVersion();
  if (await isImported(pool, version)) return false;
  progress.say('Reading countries and cities');
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    // Another process may have finished while this process waited for the lock.
    const isDone = await isImported(client, version);
    if (!isDone) await replaceData(client, version, progress);
    await client.query('commit');
    if (!isDone) await client.query('analyze');
    return !isDone;
  } catch (error) {
    progress.stop();
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
