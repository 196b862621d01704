/** Cloudflare Workers with the flag `nodejs_compat`, which AsyncLocalStorage needs. */
import { toFetchHandler } from '@linkage/fetch';
import { server } from './articles.ts';
import { forBrowsers, type Handler } from './web.ts';

/** The bindings of wrangler.jsonc. */
interface Env {
  readonly API_PREFIX: string;
}

const handlers = new Map<string, Handler>();

/** Bindings arrive with each request. Create once what depends on them. */
function handlerOf({ API_PREFIX: prefix }: Env): Handler {
  const handler = handlers.get(prefix) ?? forBrowsers(toFetchHandler(server, { prefix }));
  handlers.set(prefix, handler);
  return handler;
}

export const worker = {
  fetch: (request: Request, env: Env): Promise<Response> => handlerOf(env)(request),
}; // export default worker
