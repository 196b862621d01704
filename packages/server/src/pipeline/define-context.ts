import { describeValue } from '@linkage/core/internal';
import type { JsonApiRequest } from '../http.ts';

/**
 * Returns the option `context` of `createServer` as it is, for constants: pass it to `createServer` and to the sources that read the context,
 * so that all of them know its type. If you declare the parameter as `FrameworkRequest<FastifyFramework>`, `framework.request` is
 * the request of the framework.
 *
 * @throws {TypeError} If it is not a function.
 * @example
 * const context = defineContext(({ headers }) => ({ tenant: tenantOf(headers['authorization']) }));
 * const sources = createKyselySources(api, db, mapping, { context });
 * const server = createServer(api, sources, { context });
 */
export function defineContext<Context, Request extends JsonApiRequest = JsonApiRequest>(
  context: (request: Request) => Context | Promise<Context>,
): (request: Request) => Context | Promise<Context> {
  if (typeof context === 'function') return context;
  throw new TypeError(`defineContext: \`context\` must be a function, but it is ${describeValue(context)}.`);
}
