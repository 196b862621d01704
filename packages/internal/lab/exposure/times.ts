import { loadavg } from 'node:os';
import { createDeadline } from '../../../../scripts/command-line/time-limit.ts';
import { createServer, type Server } from '../../../server/src/index.ts';
import { api, faultWorlds } from '../../../sources/kysely/test/faults/fault-world.ts';
import { writeResults } from '../reliability/results.ts';

const ROUNDS = 4000;
const WARM_UP = 1500;
const MAX_DIFFERENCE = 0.05;
/** Microseconds, without a conversion by a database: too little to be seen through a network. */
const MAX_IN_MEMORY = 5;
const TRIES = 3;
const media = 'application/vnd.api+json';
const change = (id: string) => ({ data: { type: 'orders', id, attributes: { note: 'n' } } });

interface TimedRequest {
  readonly method: string;
  readonly url: (id: string) => string;
  readonly body?: (id: string) => object;
}

const requests: Readonly<Record<string, TimedRequest>> = {
  'GET a resource': { method: 'GET', url: (id) => `/orders/${id}` },
  'GET related resources': { method: 'GET', url: (id) => `/orders/${id}/lines` },
  'GET a relationship': { method: 'GET', url: (id) => `/orders/${id}/relationships/lines` },
  'GET by a filter': { method: 'GET', url: (id) => `/lines?filter[order]=${id}` },
  PATCH: { method: 'PATCH', url: (id) => `/orders/${id}`, body: change },
  DELETE: { method: 'DELETE', url: (id) => `/orders/${id}` },
};

function median(times: number[]): number {
  return times.sort((left, right) => left - right)[times.length >> 1] ?? 0;
}

/** Returns the median times for a hidden resource and a missing one, and whether both have the same response. */
async function compare(
  server: Server,
  { method, url, body }: TimedRequest,
): Promise<readonly [number, number, boolean]> {
  const times: readonly [number[], number[]] = [[], []];
  const responses = new Set<string>();
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    // The first of two requests in a row can pay for the garbage of the second.
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const id = which === 0 ? '2' : '8';
      const headers = { 'content-type': media };
      const text = body === undefined ? {} : { body: JSON.stringify(body(id)) };
      const request = { method, url: url(id), headers, ...text };
      const started = performance.now();
      const { status, body: response = '' } = await server.handle(request);
      if (round >= WARM_UP) times[which].push(performance.now() - started);
      if (round === 0) responses.add(`${status} ${response.replaceAll(/[28](?=["/\\])|(?<==)[28]/g, 'N')}`);
    }
  }
  return [median(times[0]), median(times[1]), responses.size === 1];
}

/**
 * Compares the time of responses about resources that the user cannot read with those about missing ones. The requests alternate, and
 * medians are compared. Returns false if they differ by 5 % or more over SQLite, or by 5 µs or more in memory.
 *
 * @throws {Error} If the time is over.
 */
export async function compareTimes(): Promise<boolean> {
  const checkTime = createDeadline(10);
  const isBusy = (loadavg().at(0) ?? 0) > 0.7;
  const problems: string[] = [];
  const worst = { memory: 0, SQLite: 0 };
  /** The largest difference in microseconds. */
  const longest = { memory: 0, SQLite: 0 };
  for (const place of ['memory', 'SQLite'] as const) {
    const world = await faultWorlds[place]();
    const read = () => [{ field: 'reference' as const, values: ['A-1'] }];
    const server = createServer(api, world.sources, { defaultAccess: 'allow', access: { orders: { read } } });
    for (const [name, request] of Object.entries(requests)) {
      let difference = Number.POSITIVE_INFINITY;
      let inMicroseconds = Number.POSITIVE_INFINITY;
      // Other programs can only increase a difference.
      for (let time = 0; time < TRIES && difference >= MAX_DIFFERENCE; time++) {
        checkTime();
        const [hidden, missing, isSame] = await compare(server, request);
        if (!isSame) problems.push(`${place}, ${name}: the responses differ.`);
        const found = hidden / missing - 1;
        difference = Math.min(difference, Math.abs(found));
        inMicroseconds = Math.min(inMicroseconds, Math.abs(hidden - missing) * 1000);
        const [us, other] = [hidden, missing].map((it) => (it * 1000).toFixed(1));
        process.stdout.write(
          `${place}, ${name}: hidden ${us} µs, missing ${other} µs, ${(found * 100).toFixed(1)} %\n`,
        );
      }
      worst[place] = Math.max(worst[place], difference);
      longest[place] = Math.max(longest[place], inMicroseconds);
      const isShort = place === 'memory' && inMicroseconds < MAX_IN_MEMORY;
      if (difference >= MAX_DIFFERENCE && !isShort)
        problems.push(`${place}, ${name}: ${(difference * 100).toFixed(1)} %`);
    }
    await world.close();
  }
  const shown = (place: keyof typeof worst): string =>
    `${(worst[place] * 100).toFixed(1)} % or ${longest[place].toFixed(1)} µs`;
  const figure = `${Object.keys(requests).length} kinds of requests: at most ${shown('SQLite')} with SQLite, and ${shown('memory')} in memory`;
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length === 0) writeResults('exposure', { isBusy, figures: { 'hidden-time': figure } });
  return problems.length === 0;
}
