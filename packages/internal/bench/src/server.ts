import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { JsonApiRequest } from '@linkage/server';
import { measureAdapters } from './server/adapters.ts';
import { measureAgainst } from './server/against.ts';
import { exchanges } from './server/articles-server.ts';
import { type Checkout, prepareCheckout, thisCheckout } from './server/checkout.ts';
import { answersOf, warmUp } from './server/load.ts';
import { measureOperations } from './server/operations.ts';
import { measureProfile } from './server/profile.ts';
import { median, quantile, shuffled } from './statistics.ts';
import { formatNumber, type Part, type Row, type RunOptions, type Table } from './table.ts';

/** A whole server on a socket, beside handlers on the same framework that have the answer already. */
export const serverParts: readonly Part[] = [
  ...Object.keys(exchanges).map((name) => ({
    name: name.split(' ', 1)[0] as string,
    run: (options: RunOptions) => measureServer(name, options),
  })),
  { name: 'operations', run: measureOperations },
  { name: 'adapters', run: measureAdapters },
  { name: 'profile', run: measureProfile },
  { name: 'against', run: (options) => measureAgainst(options.against ?? 'HEAD', options) },
];

/** Starts the handlers of a checkout in a thread; answers with their ports by name. */
async function startServers(
  { root }: Checkout,
  workerData: unknown,
): Promise<{ readonly worker: Worker; readonly ports: Readonly<Record<string, number>> }> {
  const worker = new Worker(join(root, 'packages/internal/bench/src/server/serve.ts'), { workerData });
  const ports = await new Promise<Readonly<Record<string, number>>>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  return { worker, ports };
}

/** The ports of the servers of Linkage alone, under names that tell the checkout. */
function linkagePorts(ports: Readonly<Record<string, number>>, checkout: string): Readonly<Record<string, number>> {
  const linkage = Object.entries(ports).filter(([name]) => name.endsWith(', Linkage'));
  return Object.fromEntries(linkage.map(([name, port]) => [`${name} of ${checkout}`, port]));
}

/** One slice of time in which a server answers. */
interface Slice {
  readonly rate: number;
  /** Requests in a second of the processor time of the thread; undefined for other checkouts, which do not report it. */
  readonly rateOfThread: number | undefined;
}

async function threadTimeOf(worker: Worker): Promise<number> {
  worker.postMessage('time');
  const [{ user, system }] = (await once(worker, 'message')) as [NodeJS.CpuUsage];
  return (user + system) / 1e6;
}

async function sliceOf(
  worker: Worker | undefined,
  port: number,
  request: JsonApiRequest,
  milliseconds: number,
): Promise<Slice> {
  const before = worker && (await threadTimeOf(worker));
  const { rate, count } = await answersOf(port, request, milliseconds);
  const time = worker && before !== undefined ? (await threadTimeOf(worker)) - before : undefined;
  return { rate, rateOfThread: time && count / time };
}

function ratiosOf(
  slices: readonly Slice[],
  base: readonly Slice[],
  figure: (slice: Slice) => number | undefined,
): readonly number[] {
  return slices.map((slice, round) => (figure(slice) ?? Number.NaN) / (figure(base[round] as Slice) ?? Number.NaN));
}

function rowOf(name: string, slices: readonly Slice[], document: readonly Slice[], text: readonly Slice[]): Row {
  const rateOf = ({ rate }: Slice): number => rate;
  const ratios = ratiosOf(slices, document, rateOf);
  const spread = `${formatNumber(quantile(ratios, 0.25))} to ${formatNumber(quantile(ratios, 0.75))}`;
  const ofThread = median(ratiosOf(slices, document, ({ rateOfThread }) => rateOfThread));
  const best = Math.round(Math.max(...slices.map(rateOf))).toLocaleString('en');
  const ofText = formatNumber(median(ratiosOf(slices, text, rateOf)));
  const cells = [
    formatNumber(median(ratios)),
    spread,
    Number.isNaN(ofThread) ? '' : formatNumber(ofThread),
    ofText,
    best,
  ];
  return { name, cells };
}

async function measureServer(name: string, { isQuick, against }: RunOptions): Promise<Table> {
  const { request, wanted } = exchanges[name] as (typeof exchanges)[string];
  const current = await startServers(thisCheckout, name);
  const checkout = against === undefined ? undefined : prepareCheckout(against);
  const other = checkout && (await startServers(checkout, name));
  const ports = { ...current.ports, ...(checkout && other && linkagePorts(other.ports, checkout.name)) };
  const [rounds, milliseconds] = isQuick ? [3, 200] : [11, 700];
  const names = Object.keys(ports);
  const slices = new Map<string, Slice[]>(names.map((server) => [server, []]));
  for (const server of names) await warmUp(ports[server] as number, request, milliseconds);
  for (let round = 0; round < rounds; round++) {
    for (const server of shuffled(names)) {
      const worker = Object.hasOwn(current.ports, server) ? current.worker : undefined;
      slices.get(server)?.push(await sliceOf(worker, ports[server] as number, request, milliseconds));
    }
  }
  await current.worker.terminate();
  await other?.worker.terminate();
  const rows = [...slices].map(([server, ofServer]) => {
    const bare = `${server.split(',', 1)[0]}, bare handler, finished`;
    return rowOf(server, ofServer, slices.get(`${bare} document`) ?? [], slices.get(`${bare} text`) ?? []);
  });
  return {
    title: `${name[0]?.toUpperCase()}${name.slice(1)}`,
    columns: [
      'of finished document',
      'half of the rounds',
      'by processor time',
      'of finished text',
      'requests per second, best',
    ],
    rows,
    remarks: [`More is better here; wanted: at least ${wanted.toFixed(2)} of the finished document.`],
  };
}
