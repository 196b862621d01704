/**
 * Serves one exchange in a process of its own: `serve-task.ts <exchange> <framework,framework>`. Each framework serves it in four ways: with
 * the finished text, with the finished document, by calling `handle` with the least code, and by its adapter. Sends the ports. For `time`, replies with the processor
 * time of the process in microseconds; for the name of a work and a number, does the work so often without a socket, and replies with
 * the processor time of one.
 */
import { toFetchHandler } from '@linkage/fetch';
import type { JsonApiResponse } from '@linkage/server';
import { processTime } from '../measuring/machine.ts';
import { createArticlesServer, exchanges } from './articles-server.ts';
import { frameworks } from './frameworks.ts';
import { serveTsJapi } from './ts-japi-fastify.ts';

const [exchangeName = '', frameworkNames = ''] = process.argv.slice(2);
const { request } = exchanges[exchangeName] as (typeof exchanges)[string];
const server = createArticlesServer();
const finished: JsonApiResponse = await server.handle(request);
if (finished.status >= 300) throw new Error(`The request to measure is answered with ${finished.status}.`);
const { status, headers, body = '' } = finished;
const document: unknown = JSON.parse(body);
const decoder = new TextDecoder();

const fetchServer = toFetchHandler(server);
const url = `http://localhost${request.url}`;
const init = { headers: request.headers as Record<string, string> };

/** The works without sockets. There, the framework is what makes the request, and reads the response. */
const works: Readonly<Record<string, () => Promise<unknown>>> = {
  handle: () => server.handle(request),
  'finished text': async () => {
    const given = new Request(url, init);
    return given.url === '' ? undefined : new Response(body, { status, headers }).text();
  },
  'by hand': async () => {
    const { method, headers: fields, url: target } = new Request(url, init);
    const path = target.slice('http://localhost'.length);
    const response = await server.handle({ method, url: path, headers: Object.fromEntries(fields) });
    return new Response(response.body ?? null, { status: response.status, headers: response.headers }).text();
  },
  Linkage: async () => (await fetchServer(new Request(url, init))).text(),
};

/** The ports of a framework, by what it does. */
async function serve(name: string): Promise<readonly (readonly [string, number])[]> {
  if (name === 'ts-japi')
    return [
      ['Fastify, ts-japi and handlers by hand', await serveTsJapi(false)],
      ['Fastify, ts-japi, the same work by hand', await serveTsJapi(true)],
    ];
  const framework = frameworks[name];
  if (framework === undefined) return [];
  const withDocument = framework.serveBare((_, __, ___, payload) => {
    if (payload !== undefined) JSON.parse(typeof payload === 'string' ? payload : decoder.decode(payload));
    return { ...finished, body: JSON.stringify(document) };
  });
  const byHand = framework.serveBare((method, target, fields, payload) =>
    server.handle({ method, url: target, headers: fields, body: payload }),
  );
  return [
    [`${name}, finished document`, await withDocument],
    [`${name}, finished text`, await framework.serveBare(() => finished)],
    [`${name}, by hand`, await byHand],
    [`${name}, Linkage`, await framework.serve(server)],
  ];
}

process.on('message', async (message: 'time' | readonly [work: string, count: number]) => {
  if (message === 'time') {
    process.send?.(processTime() * 1000);
    return;
  }
  const [name, count] = message;
  const before = processTime();
  for (let done = 0; done < count; done++) await works[name]?.();
  process.send?.(((processTime() - before) * 1000) / count);
});
process.send?.(Object.fromEntries((await Promise.all(frameworkNames.split(',').map(serve))).flat()));
