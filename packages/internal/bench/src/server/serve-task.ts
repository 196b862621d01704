/**
 * Serves one exchange in a process of its own: `serve-task.ts <exchange> <framework,framework>`. Each framework serves it in three ways: with
 * the finished text, with the finished document, and by its adapter. Sends the ports. For each message, replies with the CPU
 * time of the process in microseconds.
 */
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
const document: unknown = JSON.parse(finished.body ?? '');
const decoder = new TextDecoder();

/** The ports of a framework, by what it does. */
async function serve(name: string): Promise<readonly (readonly [string, number])[]> {
  if (name === 'ts-japi')
    return [
      ['Fastify, ts-japi and handlers by hand', await serveTsJapi(false)],
      ['Fastify, ts-japi, the same work by hand', await serveTsJapi(true)],
    ];
  const framework = frameworks[name];
  if (framework?.serveBare === undefined) return [];
  const withDocument = framework.serveBare((body) => {
    if (body !== undefined) JSON.parse(typeof body === 'string' ? body : decoder.decode(body));
    return { ...finished, body: JSON.stringify(document) };
  });
  return [
    [`${name}, finished document`, await withDocument],
    [`${name}, finished text`, await framework.serveBare(() => finished)],
    [`${name}, Linkage`, await framework.serve(server)],
  ];
}

process.on('message', () => process.send?.(processTime() * 1000));
process.send?.(Object.fromEntries((await Promise.all(frameworkNames.split(',').map(serve))).flat()));
