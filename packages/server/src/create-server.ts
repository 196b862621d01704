import { type Api, defineQueryParameters, resourceUrls } from '@linkage/core';
import { type AnyRule, accessControl } from './access/access-control.ts';
import { readByType, readServerOptions } from './check-options.ts';
import { readSource } from './check-source.ts';
import type { Sources } from './data-source.ts';
import type { AnySource, ServerSetup } from './exchange.ts';
import { handle } from './handle.ts';
import { serverLimits } from './limits.ts';
import { type PaginationOptions, pageRules } from './pagination/page-rules.ts';
import { descriptionOf } from './response/description.ts';
import type { Cacheable, Server, ServerOptions } from './server.ts';

function checkBaseUrl(baseUrl: string): string {
  // It also begins the Location header, which takes visible ASCII.
  if (!/^[!-~]*$/.test(baseUrl) || baseUrl.includes('?') || baseUrl.includes('#')) {
    throw new TypeError('baseUrl is a percent-encoded URL with neither a query nor a fragment: links begin with it.');
  }
  return baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl;
}

/** The types of a list. */
function checkTypes(api: Api, types: readonly string[]): ReadonlySet<string> {
  const named = Object.fromEntries(types.map((type) => [type, true]));
  return new Set(readByType(api, 'createServer: requireIfMatch', named).keys());
}

/**
 * Creates a server: all endpoints that the sources make possible, under the recommended URLs.
 *
 * @param sources A data source for each resource type that is served. A method it lacks is an endpoint there is not.
 * @throws {TypeError} A source or an option belongs to no resource type, the base URL has a query, `describedby` is no URL, a limit is no limit, a
 * query parameter has a name that is not for applications, or an access rule cannot be kept.
 * @see https://jsonapi.org/format/1.1/
 */
export function createServer<const A extends Api, Context = unknown>(
  api: A,
  // The context is what `options.context` makes: sources that take any would make it unknown.
  sources: Sources<A, NoInfer<Context>>,
  given: ServerOptions<Context, A> = {},
): Server {
  const options = readServerOptions(given);
  const byType = new Map<string, AnySource>();
  for (const [type, source] of readByType<object>(api, 'createServer: sources', sources)) {
    byType.set(type, readSource(`createServer: sources.${type}`, source));
  }
  const served = new Set([...byType].filter(([, source]) => source.find !== undefined).map(([type]) => type));
  const baseUrl = checkBaseUrl(options.baseUrl ?? '');
  const sourceOf = (type: string): AnySource | undefined => byType.get(type);
  const limits = serverLimits(options.limits);
  const setup: ServerSetup = Object.freeze({
    api,
    limits,
    baseUrl,
    urls: resourceUrls(baseUrl),
    pageRules: pageRules(api, limits, options.pagination as PaginationOptions),
    queryParameters: defineQueryParameters(options.parameters ?? {}),
    isServed: (type: string) => served.has(type),
    isReadable: (type: string) => byType.get(type)?.related !== undefined,
    sourceOf,
    access: accessControl(
      api,
      options.access as Readonly<Record<string, AnyRule>> | undefined,
      options.defaultAccess,
      sourceOf,
    ),
    requireIfMatch: checkTypes(api, options.requireIfMatch ?? []),
    describedby: descriptionOf(options.describedby),
    cacheControl: (answer: Cacheable) => options.cacheControl?.(answer as Cacheable<Context>),
  });
  return Object.freeze({
    baseUrl: options.baseUrl,
    bodyLimit: setup.limits.bodyBytes,
    handle: (request) => handle(setup, options, request),
  } satisfies Server);
}
