import { counterTable, transfer } from '../../../sources/kysely/test/counters.ts';
import { openPool, serveCounters } from '../../../sources/kysely/test/counters-on-postgres.ts';
import type { PrivatePostgres } from '../../../sources/kysely/test/postgres.ts';
import type { Report } from './report.ts';

type Fault = (postgres: PrivatePostgres, seconds: number, report: Report) => Promise<void>;

/** The number of clients that write. */
export const CLIENTS = 32;
/** Milliseconds from the return of the database to the first success. */
const PATIENCE = 2000;
const allowed: ReadonlySet<number> = new Set([200, 409, 412, 503, 504]);

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

function countsOf(statuses: readonly number[]): string {
  const counts = new Map<number, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .sort()
    .map(([status, count]) => `${count} of ${status}`)
    .join(', ');
}

/** Clients that count up as long as a fault goes on. */
async function underLoad(
  postgres: PrivatePostgres,
  options: object,
  fault: (during: { readonly pool: ReturnType<typeof openPool> }) => Promise<void>,
) {
  const pool = openPool(postgres.connection, options);
  const administrator = openPool(postgres.connection, { max: 1 });
  const { send, countUp, db, leaks } = serveCounters(pool);
  await administrator.query(`drop table if exists counter; ${counterTable}`);
  await administrator.query(`insert into counter values ('1', 0), ('2', 0)`);
  const statuses: number[] = [];
  const successes: number[] = [];
  let isOver = false;
  const client = async (): Promise<void> => {
    while (!isOver) {
      const status = await countUp('1');
      statuses.push(status);
      if (status === 200) successes.push(performance.now());
      if (status >= 500) await wait(20);
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  await wait(200);
  await fault({ pool });
  const returned = performance.now();
  while (!successes.some((time) => time > returned) && performance.now() - returned < 2 * PATIENCE) await wait(5);
  const first = (successes.find((time) => time > returned) ?? Number.POSITIVE_INFINITY) - returned;
  isOver = true;
  await Promise.all(clients);
  const { value } = await send('GET', '1');
  await db.destroy();
  await administrator.end();
  const confirmed = successes.length;
  const failures = statuses.filter((status) => !allowed.has(status)).map((status) => `a client received ${status}`);
  failures.push(...new Set(leaks));
  if (first > PATIENCE) failures.push(`the first success came after ${first.toFixed()} ms`);
  if (confirmed === 0) failures.push('No write was confirmed, so nothing was tested.');
  // A write whose confirmation was lost with its connection is there, although its client received 503.
  const unsure = statuses.filter((status) => status >= 500).length;
  if (value < confirmed) failures.push(`${confirmed} writes were confirmed, ${value} are there`);
  if (value > confirmed + unsure) failures.push(`${value} writes are there, only ${confirmed} were confirmed`);
  return { line: `${countsOf(statuses)}; first success after ${first.toFixed()} ms`, failures };
}

const restart: Fault = async (postgres, _, report) => {
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    const { line, failures } = await underLoad(postgres, {}, () => postgres.restart(signal, 300));
    report(`PostgreSQL, restart after ${signal} under load`, line, failures);
  }
};

const terminate: Fault = async (postgres, seconds, report) => {
  let terminated = 0;
  const { line, failures } = await underLoad(postgres, {}, async () => {
    const administrator = openPool(postgres.connection, { max: 1 });
    const end = performance.now() + seconds * 1000;
    while (performance.now() < end) {
      const others = `backend_type = 'client backend' and pid <> pg_backend_pid()`;
      const { rowCount } = await administrator
        .query(`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`)
        .catch(() => ({ rowCount: 0 }));
      terminated += rowCount ?? 0;
      await wait(200);
    }
    await administrator.end();
  });
  if (terminated === 0) failures.push('No backend was terminated, so nothing was tested.');
  report('PostgreSQL, all backends terminated five times a second', `${terminated} terminated; ${line}`, failures);
};

const blockedPool: Fault = async (postgres, seconds, report) => {
  const options = { max: 4, connectionTimeoutMillis: 100 };
  let blocked = 0;
  const { line, failures } = await underLoad(postgres, options, async ({ pool }) => {
    const taken = await Promise.all(Array.from({ length: 4 }, () => pool.connect().catch(() => undefined)));
    blocked = taken.filter((client) => client !== undefined).length;
    await wait(seconds * 250);
    for (const client of taken) client?.release();
  });
  if (blocked === 0) failures.push('No connection was blocked, so nothing was tested.');
  report('PostgreSQL, pool blocked', line, failures);
};

const contended: Fault = async (postgres, seconds, report) => {
  for (const level of ['read committed', 'repeatable read', 'serializable']) {
    const options = { options: `-c default_transaction_isolation=${level.replace(' ', '\\ ')}` };
    const { line, failures } = await underLoad(postgres, options, () => wait(seconds * 250));
    report(`PostgreSQL, ${CLIENTS} clients on one row, ${level}`, line, failures);
  }
};

/** Kills the database again and again while clients transfer: no transfer is half done, and no confirmed one is lost. */
export async function killPostgres(postgres: PrivatePostgres, times: number, report: Report): Promise<void> {
  const failures: string[] = [];
  const pool = openPool(postgres.connection);
  const { counters, db, send, leaks } = serveCounters(pool);
  await pool.query(`drop table if exists counter; ${counterTable}`);
  await pool.query(`insert into counter values ('1', 0), ('2', 0)`);
  let confirmed = 0;
  let isOver = false;
  const client = async (): Promise<void> => {
    while (!isOver) {
      const isDone = await transfer(counters, 1).then(
        () => true,
        () => false,
      );
      if (isDone) confirmed += 1;
      else await wait(20);
    }
  };
  const clients = [client(), client()];
  for (let time = 1; time <= times; time++) {
    await wait(Math.random() * 100);
    await postgres.restart('SIGKILL');
    const before = confirmed;
    const [from, to] = [await send('GET', '1'), await send('GET', '2')];
    if (from.status !== 200 || to.status !== 200) failures.push(`kill ${time}: GET is ${from.status} and ${to.status}`);
    else if (to.value < before) failures.push(`kill ${time}: ${before} transfers are confirmed, ${to.value} are there`);
  }
  isOver = true;
  await Promise.all(clients);
  const { rows } = await pool.query('select sum(value)::int as sum from counter');
  if (rows[0].sum !== 0) failures.push(`a transfer is half done: the sum is ${rows[0].sum}`);
  failures.push(...new Set(leaks));
  await db.destroy();
  if (confirmed === 0) failures.push('No transfer was made, so nothing was tested.');
  report('PostgreSQL, kill -9', `${times} times, ${confirmed} transfers`, failures);
}

/** The faults of PostgreSQL while clients use it, except its kills. */
export const postgresFaults: readonly Fault[] = [contended, terminate, blockedPool, restart];
