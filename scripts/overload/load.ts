import { Agent, get } from 'node:http';

/**
 * The number of requests on their way at which the generator waits: it has sockets for no more. Node accepts one new connection in
 * each turn of its event loop, so a thousand new connections would measure how long that takes.
 */
const MAX_PENDING = 250;

/** The seconds of arrivals that are sent at once after a pause of the generator. */
const BURST_SECONDS = 0.01;

/** The responses of one phase. */
export interface Figures {
  /** Requests by status; 0 is a connection that broke. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Milliseconds of the accepted requests, and of those with 503. */
  readonly accepted: Quantiles;
  readonly rejected: Quantiles;
  /** Accepted requests per second. */
  readonly rate: number;
  /** Requests per second that were sent, whatever their responses. */
  readonly offered: number;
}

/** Milliseconds. */
export interface Quantiles {
  readonly p50: number;
  readonly p99: number;
}

function quantiles(times: number[]): Quantiles {
  times.sort((left, right) => left - right);
  const at = (part: number): number =>
    Math.round(10 * (times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0)) / 10;
  return { p50: at(0.5), p99: at(0.99) };
}

function send(port: number, path: string, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path, agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', () => resolve(0));
    });
    request.once('error', () => resolve(0));
  });
}

/**
 * Sends requests for some seconds: at a rate per second, whatever the responses; or, with `clients`, so many that each waits for its
 * response before the next request.
 */
export async function load(
  port: number,
  paths: readonly string[],
  seconds: number,
  pace: { readonly rate: number } | { readonly clients: number },
): Promise<Figures> {
  const agent = new Agent({ keepAlive: true });
  const statuses = new Map<number, number>();
  const accepted: number[] = [];
  const rejected: number[] = [];
  const pending = new Set<Promise<void>>();
  const began = performance.now();
  const isOver = (): boolean => performance.now() - began > seconds * 1000;
  let count = 0;
  const one = async (): Promise<void> => {
    const started = performance.now();
    const status = await send(port, paths[count++ % paths.length] as string, agent);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status === 200) accepted.push(performance.now() - started);
    if (status === 503) rejected.push(performance.now() - started);
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
    await Promise.all(pending);
  }
  const elapsed = (performance.now() - began) / 1000;
  agent.destroy();
  const perSecond = (number: number): number => Math.round(number / elapsed);
  return {
    statuses: Object.fromEntries(statuses),
    accepted: quantiles(accepted),
    rejected: quantiles(rejected),
    rate: perSecond(accepted.length),
    offered: perSecond(count),
  };
}
