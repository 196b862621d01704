import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../../../sources/kysely/test/postgres.ts';
import { freePorts } from '../cluster/free-ports.ts';
import { commonPaths, otherStatuses, sendLoad } from './send-load.ts';
import { type AtlasProcess, startAtlas } from './start-atlas.ts';

/** The numbers of processes that are measured. */
const COUNTS = [1, 2, 4];
/** Clients of all processes together, each of which waits for its responses. */
const CLIENTS = 16;
const WARM_UP = 3;
const paths = [...commonPaths, '/countries/FRA?include=borders'];

/** The figures of one number of processes. */
export interface ProcessFigures {
  readonly count: number;
  /** Requests per second of all processes together. */
  readonly rate: number;
  readonly statements: number;
}

/** Returns the statements per request that the atlas has written to its log. */
function statementsIn(logs: readonly string[]): number {
  const counts = logs.flatMap((log) => [...log.matchAll(/, SQL: (\d+)$/gm)].map(([, count]) => Number(count)));
  return counts.reduce((sum, count) => sum + count, 0) / counts.length;
}

/**
 * Measures the atlas with several processes on one PostgreSQL, for some seconds each.
 *
 * @param home A folder for the logs.
 * @throws {Error} If a response is not 200.
 */
export async function measureProcesses(home: string, seconds: number): Promise<readonly ProcessFigures[]> {
  const [port] = (await freePorts(1)) as [number];
  const postgres = await startPostgres({ port });
  const { user, database } = postgres.connection;
  const url = `postgres://${user}@127.0.0.1:${port}/${database}`;
  try {
    const measured: ProcessFigures[] = [];
    for (const count of COUNTS) {
      const folders = Array.from({ length: count }, (_, index) => join(home, `${count}-${index}`));
      const atlases: AtlasProcess[] = [];
      // The first process fills the database.
      for (const folder of folders) {
        mkdirSync(folder);
        atlases.push(await startAtlas({ folder, seconds: seconds + 300, limits: 'none', database: url }));
      }
      const all = (duration: number) =>
        Promise.all(atlases.map((it) => sendLoad(it, paths, duration, { clients: CLIENTS / count })));
      await all(WARM_UP);
      const figures = await all(seconds);
      for (const atlas of atlases) await atlas.end();
      const others = figures.flatMap((it) => otherStatuses(it, /^200$/));
      if (others.length > 0) throw new Error(`The atlas responded with ${others.join(', ')}.`);
      const logs = folders.map((folder) => readFileSync(join(folder, 'atlas.log'), 'utf8'));
      const rate = figures.reduce((sum, it) => sum + it.rate, 0);
      measured.push({ count, rate, statements: statementsIn(logs) });
    }
    return measured;
  } finally {
    await postgres.stop();
  }
}
