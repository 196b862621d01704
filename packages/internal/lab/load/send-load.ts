import { Agent, get } from 'node:http';
import { quantile } from '../../bench/src/measuring/statistics.ts';

/**
 * The number of requests on their way at which the generator waits: it has sockets for no more. Node accepts one new connection in
 * each turn of its event loop, so a thousand new connections would measure how long that takes.
 */
const MAX_PENDING = 250;

/** The seconds of arrivals that are sent at once after a pause of the generator. */
const BURST_SECONDS = 0.01;

/** The milliseconds after which a request without a response counts as a broken connection. */
const NO_RESPONSE = 20_000;

/** Milliseconds, rounded to tenths; 0 without times. */
export interface Quantiles {
  readonly p50: number;
  readonly p99: number;
}

function quantiles(times: readonly number[]): Quantiles {
  const at = (part: number): number => (times.length === 0 ? 0 : Math.round(10 * quantile(times, part)) / 10);
  return { p50: at(0.5), p99: at(0.99) };
}

/** The responses of one phase. */
export interface Figures {
  /** Requests by status; 0 is a connection that broke. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Milliseconds of the accepted requests, and of those with 503. */
  readonly accepted: Quantiles;
  readonly rejected: Quantiles;
  /** Milliseconds of the slowest response, whatever its status. */
  readonly slowest: number;
  /** Accepted requests per second. */
  readonly rate: number;
  /** Requests per second that were sent, whatever their responses. */
  readonly offered: number;
  /** The accepted requests by the second in which their responses ended. The last second can be incomplete. */
  readonly seconds: readonly Second[];
}

/** The accepted requests of one second. */
export interface Second {
  readonly accepted: number;
  /** Milliseconds. */
  readonly p99: number;
}

/** How to send requests: at a rate per second, whatever the responses; or so many that each waits for its response. */
export type Pace = { readonly rate: number } | { readonly clients: number };

function send(port: number, path: string, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path, agent, timeout: NO_RESPONSE }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', () => resolve(0));
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(0));
  });
}

/** The requests of every scenario, to which each adds its own. */
export const commonPaths = [
  '/countries?include=borders,languages&page[size]=50',
  '/countries/FRA',
  '/cities?filter[country]=FRA&sort=-population&page[size]=25',
] as const;

/**
 * Sends requests for some seconds.
 *
 * @throws The reason of the signal, if it is aborted.
 */
export async function sendLoad(
  { port, signal }: { readonly port: number; readonly signal: AbortSignal },
  paths: readonly string[],
  seconds: number,
  pace: Pace,
): Promise<Figures> {
  const agent = new Agent({ keepAlive: true });
  const statuses = new Map<number, number>();
  const accepted: number[][] = [[]];
  const rejected: number[] = [];
  const pending = new Set<Promise<void>>();
  let slowest = 0;
  const began = performance.now();
  const isOver = (): boolean => signal.aborted || performance.now() - began > seconds * 1000;
  let count = 0;
  const one = async (): Promise<void> => {
    const started = performance.now();
    const status = await send(port, paths[count++ % paths.length] as string, agent);
    const ended = performance.now();
    const milliseconds = ended - started;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    slowest = Math.max(slowest, milliseconds);
    if (status === 503) rejected.push(milliseconds);
    if (status < 200 || status > 299) return;
    const second = Math.floor((ended - began) / 1000);
    while (accepted.length <= second) accepted.push([]);
    accepted.at(second)?.push(milliseconds);
  };
  const start = (): void => {
    const request = one().finally(() => pending.delete(request));
    pending.add(request);
  };
  if ('clients' in pace) {
    const client = async (): Promise<void> => {
      while (!isOver()) await one();
    };
    await Promise.all(Array.from({ length: pace.clients }, client));
  } else {
    // After a pause of this process, the missed requests are not sent all at once: the server would reject them, as a burst.
    const burst = Math.max(4, pace.rate * BURST_SECONDS);
    let missed = 0;
    while (!isOver()) {
      const due = ((performance.now() - began) / 1000) * pace.rate - missed;
      missed += Math.max(0, due - count - burst);
      const last = Math.min(due, count + burst);
      while (count < last && pending.size < MAX_PENDING) start();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
  const elapsed = (performance.now() - began) / 1000;
  await Promise.all(pending);
  agent.destroy();
  signal.throwIfAborted();
  const all = accepted.flat();
  return {
    statuses: Object.fromEntries(statuses),
    accepted: quantiles(all),
    rejected: quantiles(rejected),
    slowest: Math.ceil(slowest),
    rate: Math.round(all.length / elapsed),
    offered: Math.round(count / elapsed),
    seconds: accepted.map((times) => ({ accepted: times.length, p99: quantiles(times).p99 })),
  };
}

/** Returns the statuses that none of the requests should have; 0 is a broken connection. */
export function otherStatuses({ statuses }: Figures, expected: RegExp): readonly string[] {
  return Object.keys(statuses).filter((status) => !expected.test(status));
}

/** Returns the number of requests of a phase. */
export function countOf({ statuses }: Figures): number {
  return Object.values(statuses).reduce((sum, count) => sum + count, 0);
}
