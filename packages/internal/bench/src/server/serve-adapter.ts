/**
 * Serves one exchange in a thread of its own, by a framework alone and by its adapter: the worker data is the name of the
 * framework, and that of the exchange. Posts the ports. On `time`, posts the processor time of the thread; on a number, answers so many requests without
 * the framework, and posts the processor time of one of them in microseconds.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { toFetchHandler } from '@linkage/fetch';
import type { JsonApiResponse } from '@linkage/server';
import { type Framework, frameworks } from '../frameworks.ts';
import { createArticlesServer, exchanges } from './articles-server.ts';

const [frameworkName, exchangeName] = workerData as readonly [string, string];
const { request } = exchanges[exchangeName] as (typeof exchanges)[string];
const server = createArticlesServer();
const finished: JsonApiResponse = await server.handle(request);
const { status, headers, body = '' } = finished;

const fetchServer = toFetchHandler(server);
const url = `http://localhost${request.url}`;
const init = { headers: request.headers as Record<string, string> };

/** The work that a message other than `time` can request, by name. */
const works: Readonly<Record<string, () => Promise<unknown>>> = {
  handle: () => server.handle(request),
  // Without sockets, the framework is what makes the request, and reads the response.
  bare: async () => {
    const given = new Request(url, init);
    return given.url === '' ? undefined : new Response(body, { status, headers }).text();
  },
  'by hand': async () => {
    const { method, headers: fields, url: target } = new Request(url, init);
    const path = target.slice('http://localhost'.length);
    const answer = await server.handle({ method, url: path, headers: Object.fromEntries(fields) });
    return new Response(answer.body ?? null, { status: answer.status, headers: answer.headers }).text();
  },
  adapter: async () => (await fetchServer(new Request(url, init))).text(),
};

async function timeOf(work: () => Promise<unknown>, count: number): Promise<number> {
  const before = process.threadCpuUsage();
  for (let done = 0; done < count; done++) await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / count;
}

parentPort?.on('message', async (message: 'time' | readonly [work: string, count: number]) => {
  if (message === 'time') {
    const { user, system } = process.threadCpuUsage();
    parentPort?.postMessage(user + system);
  } else {
    parentPort?.postMessage(await timeOf(works[message[0]] as () => Promise<unknown>, message[1]));
  }
});
const framework: Framework | undefined = frameworks[frameworkName];
parentPort?.postMessage(
  framework && {
    bare: await framework.serveBare(() => finished),
    'by hand': await framework.serveBare((method, target, fields) =>
      server.handle({ method, url: target, headers: fields }),
    ),
    adapter: await framework.serve(server),
  },
);
