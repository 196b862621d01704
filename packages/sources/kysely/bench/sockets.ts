/** Compares Linkage with the application by hand over HTTP, each in a process of its own. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { median } from '../../../internal/bench/src/measuring/statistics.ts';
import { responsesOf, warmUp } from '../../../internal/bench/src/server/load.ts';
import type { PostgresConnection } from '../test/postgres.ts';

const urls = {
  'one resource': '/articles/10007',
  'list of 50 with 10 included': '/articles?include=author&page%5Bsize%5D=50',
};

interface Serving {
  readonly process: ChildProcess;
  readonly port: number;
}

async function serve(handler: string, connection: PostgresConnection | undefined): Promise<Serving> {
  const given = connection === undefined ? [handler] : [handler, JSON.stringify(connection)];
  const child = fork(fileURLToPath(new URL('serve.ts', import.meta.url)), given);
  const [port] = await once(child, 'message');
  return { process: child, port: port as number };
}

async function cpuOf({ process: child }: Serving): Promise<number> {
  child.send('cpu');
  const [{ user, system }] = await once(child, 'message');
  return user + system;
}

const headers = { accept: 'application/vnd.api+json' };

/** The rate of a server, and the microseconds of CPU time of its process for each request. */
async function measure(serving: Serving, url: string, milliseconds: number) {
  const before = await cpuOf(serving);
  const { rate, count } = await responsesOf(serving.port, { method: 'GET', url, headers }, milliseconds);
  return { rate, cpu: ((await cpuOf(serving)) - before) / count };
}

/** The document and the headers of an answer. Entity tags can differ: each server has a hash of its own. */
async function answerOf({ port }: Serving, url: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${url}`);
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
  const fields = [...response.headers].filter(([name]) => name !== 'date');
  const lines = fields.map(([name, value]) => (name === 'etag' ? name : `${name}: ${value}`)).sort();
  return [...lines, '', await response.text()].join('\n');
}

/** Prints the rate of Linkage and its ratio to the rate of the application by hand: the median of the rounds. */
export async function compareOverSockets(
  database: string,
  connection: PostgresConnection | undefined,
  rounds: number,
): Promise<void> {
  const [linkage, byHand] = [await serve('linkage', connection), await serve('by-hand', connection)];
  for (const [name, url] of Object.entries(urls)) {
    const [one, other] = [await answerOf(linkage, url), await answerOf(byHand, url)];
    if (one !== other) throw new Error(`The answers to ${url} differ:\n${one}\n${other}`);
    for (const { port } of [linkage, byHand]) await warmUp(port, { method: 'GET', url, headers });
    const rates: number[] = [];
    const ratios: number[] = [];
    const cpuRatios: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const ours = await measure(linkage, url, 500);
      const theirs = await measure(byHand, url, 500);
      rates.push(ours.rate);
      ratios.push(ours.rate / theirs.rate);
      cpuRatios.push(theirs.cpu / ours.cpu);
    }
    const [ratio, cpuRatio] = [ratios, cpuRatios].map((it) => median(it).toFixed(2));
    process.stdout.write(
      `${database}, Fastify, ${name}: ${median(rates).toFixed()} requests/s, ${ratio} of by hand (by CPU time ${cpuRatio})\n`,
    );
  }
  for (const { process: child } of [linkage, byHand]) child.disconnect();
}
