/** An example of a framework in a process of its own, with the packed packages. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { attackAll, compareResponses, exceptionsOf, type Findings } from '../frameworks/check-responses.ts';
import { type Direct, sendDirect } from '../frameworks/compare.ts';
import { sendTo } from '../frameworks/exchange.ts';
import { type Runtime, startChild } from './start-child.ts';

let loads = 0;

/** Loads the API anew, so that it has not seen the writes of other frameworks. */
async function freshServer(folder: string): Promise<Direct> {
  loads += 1;
  return import(/* @vite-ignore */ `${pathToFileURL(join(folder, 'articles.js')).href}?${loads}`);
}

/**
 * Sends all requests to a framework in a runtime. Returns those whose responses are not those of the server, or not those of `node:http` to
 * hostile requests.
 *
 * @param folder Has `node_modules` with the packed packages, and the examples as JavaScript.
 */
export async function runPacked(
  { withHostile = true, ...runtime }: Runtime & { readonly withHostile?: boolean },
  folder: string,
  framework: string,
): Promise<Findings> {
  const known = exceptionsOf(framework, runtime.kind);
  const { port, stop } = await startChild(runtime, folder, framework);
  try {
    const responses = await compareResponses(sendTo(port), sendDirect(await freshServer(folder)), known);
    return { ...responses, ...(withHostile ? await attackAll(port, known) : {}) };
  } finally {
    stop();
  }
}
