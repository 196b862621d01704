import type { PromiseRow, Results } from './results.ts';

interface DeclaredPromise {
  readonly name: string;
  readonly promise: string;
  readonly command: string;
}

/** The promises that the commands measure, in the order of the page. */
const promises: readonly DeclaredPromise[] = [
  {
    name: 'sweep',
    promise:
      'If any call of a data source, a driver, an access rule, or a hook fails, in memory or with SQLite, the request is done completely or not at all, the client receives an error document without the text of the exception, and nothing is left behind.',
    command: 'npm run sweep',
  },
  {
    name: 'kill-sqlite',
    promise: 'If the process is killed, SQLite contains every confirmed write, and no write is half done.',
    command: 'npm run faults',
  },
  {
    name: 'kill-postgres',
    promise: 'If PostgreSQL is killed, it contains every confirmed write, and no write is half done.',
    command: 'npm run faults',
  },
  {
    name: 'database-faults',
    promise:
      'If PostgreSQL restarts, ends its connections, does not have a free one, or many clients write one row, clients receive only 200, 409, 412, 503, or 504, no confirmed write is lost, and the first success comes within 2 s after the fault.',
    command: 'npm run faults',
  },
  {
    name: 'galera',
    promise:
      'If nodes of a Galera cluster conflict, are killed, separated from the others, lose their data, or lose their majority, or processes of the application restart or are killed, clients receive only 2xx, 409, 412, 503, or 504. No confirmed write is lost, half done, or doubled, also if a client sends it to another node again with its key.',
    command: 'npm run cluster',
  },
  {
    name: 'postgres',
    promise:
      'The same for a primary server of PostgreSQL with a synchronous standby, behind HAProxy and PgBouncer, if the primary server is killed or separated from all others and the standby takes its place, the replication is interrupted, PgBouncer is killed, or processes of the application restart or are killed.',
    command: 'npm run cluster',
  },
  {
    name: 'several-processes',
    promise:
      'Several processes of the atlas on one PostgreSQL, on this machine, serve requests with the same number of statements.',
    command: 'npm run load -- scaling --seconds 20',
  },
  {
    name: 'not-modified',
    promise:
      'With a version that determines the document, a 304 takes one statement, which does not read the document.',
    command: 'npm run load -- scaling --seconds 20',
  },
  {
    name: 'overload-half',
    promise: 'At half of its capacity, a server with limits accepts at least 95 % of the requests.',
    command: 'npm run load -- overload --seconds 60',
  },
  {
    name: 'overload-three-times',
    promise:
      'At three times its capacity, the server responds only with 2xx or 503, does not break a connection, and 99 % of the accepted requests take at most five times as long as at half of it.',
    command: 'npm run load -- overload --seconds 60',
  },
  {
    name: 'overload-slowest',
    promise: 'Each response before, during, and after the overload, also with 503, takes at most 10 seconds.',
    command: 'npm run load -- overload --seconds 60',
  },
  {
    name: 'overload-recovery',
    promise:
      'Within 5 seconds after the overload, the server accepts 95 % as many requests per second as at half load before. 99 % of these take at most five times as long.',
    command: 'npm run load -- overload --seconds 60',
  },
  {
    name: 'overload-memory',
    promise:
      'While the overload lasts, the memory of the process grows by less than 20 %, and is at most twice that at half load. After it, the heap is at most 10 % larger than before.',
    command: 'npm run load -- overload --seconds 60',
  },
  {
    name: 'soak-heap',
    promise: 'At 70 % of its capacity, the heap of a server after a collection grows by less than 10 %.',
    command: 'npm run load -- soak --minutes 20',
  },
  {
    name: 'soak-delay',
    promise: 'At 70 % of its capacity, the event loop is delayed by less than 50 ms in 99 % of all turns.',
    command: 'npm run load -- soak --minutes 20',
  },
  {
    name: 'soak-handles',
    promise: 'After the load, the server has at most 3 handles and timers more than before.',
    command: 'npm run load -- soak --minutes 20',
  },
  {
    name: 'pieces',
    promise:
      'Once warm, no piece of the work for 1,000 resources with 1,000 included ones keeps the event loop busy for 25 ms or longer.',
    command: 'npm run load -- pieces',
  },
  {
    name: 'prototypes',
    promise:
      'Frozen or forbidden prototypes do not change a response, and neither do properties of `Object.prototype` with names of options, requests, documents, or results. Nothing is written to a built-in object.',
    command: 'npm run prototypes',
  },
  {
    name: 'hidden-worlds',
    promise:
      'Two sets of data that differ only in what the user cannot read have the same responses, headers, events, and numbers of statements, except what the [guide](guide/access-writes.md#what-responses-can-reveal) lists.',
    command: 'npm run exposure -- 20000',
  },
  {
    name: 'hidden-time',
    promise:
      'With SQLite, a resource that the user cannot read takes as long as a missing one, within 5 %; in memory, the difference is below 5 µs.',
    command: 'npm run exposure',
  },
];

const NOT_MEASURED = 'not measured';

function rowsOf(results: ReadonlyMap<string, Results>): readonly PromiseRow[] {
  const figures = new Map([...results.values()].flatMap((it) => Object.entries(it.figures ?? {})));
  const busy = new Set(
    [...results.values()].filter((it) => it.isBusy === true).flatMap((it) => Object.keys(it.figures ?? {})),
  );
  const declared = promises.map(({ name, promise, command }) => {
    const figure = figures.get(name) ?? NOT_MEASURED;
    return { promise, figure: busy.has(name) ? `${figure}, while other programs used the machine` : figure, command };
  });
  return [...declared, ...[...results.values()].flatMap(({ rows = [] }) => rows)];
}

/** Returns the page about reliability. */
export function reliabilityDocument(results: ReadonlyMap<string, Results>): string {
  const machines = [...new Set([...results.values()].flatMap((it) => it.machine ?? []))];
  const rows = rowsOf(results).map(({ promise, figure, command }) => `| ${promise} | ${figure} | \`${command}\` |`);
  return `<!-- Written by \`node_modules/.bin/node scripts/docs/write-reliability.ts\` from packages/internal/bench/results; changes by hand are lost. -->

# Reliability

The promises of Linkage under faults, attacks, and load, with the figures measured, and the command that repeats the measurement. Each command has
a time limit, uses only this machine, and fails if the promise does not hold. See also [Security](guide/security.md) and
[Overload](guide/overload.md).

| Promise | Measured | Command |
| --- | --- | --- |
${rows.join('\n')}

${machines.length === 0 ? 'Nothing was measured yet.' : `Measured on ${machines.join('; and on ')}.`}
`;
}
