import type { UrlTarget } from '@linkage/core';
import type { OfferedSource } from '../sources/port/any-source.ts';
import type { QueryServer } from './context.ts';
import { parseTarget } from './route.ts';

/** Returns the target of a URL and its query parameters, or undefined if it cannot be read. */
function targetOf({ urls, limits }: Pick<QueryServer, 'urls' | 'limits'>, url: string) {
  try {
    const { segments, search } = parseTarget(url, limits.urlLength);
    const target: UrlTarget | undefined = urls.parse(segments);
    return { target, parameters: new URLSearchParams(search) };
  } catch {
    return undefined;
  }
}

/**
 * Estimates from its method and URL whether a request is short: it concerns one resource or one relationship, and does not include
 * others. A URL that cannot be read is short, too: its response is an error.
 */
export function isShortRequest(
  server: Pick<QueryServer, 'urls' | 'limits'>,
  { method, url }: { readonly method: string; readonly url: string },
): boolean {
  const found = targetOf(server, url);
  const kind = found?.target?.kind;
  const isOne = kind === 'resource' || kind === 'relationship' || (kind === 'collection' && method === 'POST');
  return found === undefined || (isOne && !found.parameters.has('include'));
}

/** Returns what identifies the database of a source: sources with common transactions wait for the same one. */
export function databaseOf(source: OfferedSource): unknown {
  return source.transactionGroup ?? source;
}

/** Returns the database of the type in the URL of a request, or undefined for the URLs of endpoints and unknown ones. */
export function databaseOfRequest(server: QueryServer, { url }: { readonly url: string }): unknown {
  const type = targetOf(server, url)?.target?.type;
  const source = type === undefined ? undefined : server.sourceOf(type);
  return source && databaseOf(source);
}
