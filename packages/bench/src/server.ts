import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { measureAgainst } from './server/against.ts';
import { exchanges } from './server/articles-server.ts';
import { type Checkout, prepareCheckout, thisCheckout } from './server/checkout.ts';
import { requestsPerSecond } from './server/load.ts';
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
  { name: 'profile', run: measureProfile },
  { name: 'against', run: (options) => measureAgainst(options.against ?? 'HEAD', options) },
];

/** Starts the handlers of a checkout in a thread; answers with their ports by name. */
async function startServers(
  { root }: Checkout,
  workerData: unknown,
): Promise<{ readonly worker: Worker; readonly ports: Readonly<Record<string, number>> }> {
  const worker = new Worker(join(root, 'packages/bench/src/server/serve.ts'), { workerData });
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

async function measureServer(name: string, { isQuick, against }: RunOptions): Promise<Table> {
  const { request, wanted } = exchanges[name] as (typeof exchanges)[string];
  const own = await startServers(thisCheckout, name);
  const checkout = against === undefined ? undefined : prepareCheckout(against);
  const other = checkout && (await startServers(checkout, name));
  const ports = { ...own.ports, ...(checkout && other && linkagePorts(other.ports, checkout.name)) };
  const [rounds, milliseconds] = isQuick ? [3, 200] : [11, 700];
  const names = Object.keys(ports);
  const rates = new Map<string, number[]>(names.map((it) => [it, []]));
  for (let round = -2; round < rounds; round++) {
    for (const it of shuffled(names)) {
      const rate = await requestsPerSecond(ports[it] as number, request, milliseconds);
      if (round >= 0) rates.get(it)?.push(rate);
    }
  }
  await own.worker.terminate();
  await other?.worker.terminate();
  const rows = names.map((it): Row => {
    const ofRow = rates.get(it) as number[];
    const ratiosTo = (finished: string): readonly number[] => {
      const base = rates.get(`${it.split(',', 1)[0]}, bare handler, finished ${finished}`) as number[];
      return ofRow.map((rate, round) => rate / (base[round] as number));
    };
    const ratios = ratiosTo('document');
    const spread = `${formatNumber(quantile(ratios, 0.25))} to ${formatNumber(quantile(ratios, 0.75))}`;
    const best = Math.round(Math.max(...ofRow)).toLocaleString('en');
    return { name: it, cells: [formatNumber(median(ratios)), spread, formatNumber(median(ratiosTo('text'))), best] };
  });
  return {
    title: `${name[0]?.toUpperCase()}${name.slice(1)}`,
    columns: ['of finished document', 'half of the rounds', 'of finished text', 'requests per second, best'],
    rows,
    remarks: [`More is better here; wanted: at least ${wanted.toFixed(2)} of the finished document.`],
  };
}
