import type { OfferedSource } from '../sources/port/any-source.ts';
import type { QueryServer } from './context.ts';
import { parseTarget } from './parse-target.ts';

/** Returns what identifies the database of a source: sources with common transactions wait for the same one. */
export function databaseOf(source: OfferedSource): unknown {
  return source.transactionScope ?? source;
}

/** Returns the database of the type in the URL of a request, or undefined for the URLs of endpoints and unknown ones. */
export function databaseOfRequest({ urls, limits, sourceOf }: QueryServer, { url }: { readonly url: string }): unknown {
  try {
    const type = urls.parse(parseTarget(url, limits.urlLength).segments)?.type;
    const source = type === undefined ? undefined : sourceOf(type);
    return source && databaseOf(source);
  } catch {
    return undefined;
  }
}
