import type { UrlScheme } from '@linkage/core';
import type { AnySource } from '../sources/any-source.ts';
import { parseTarget } from './parse-target.ts';

/** The parts of a server that determine the source of a URL. */
interface ScopeSetup {
  readonly urls: Pick<UrlScheme, 'parse'>;
  readonly limits: { readonly urlLength: number };
  readonly sourceOf: (type: string) => AnySource | undefined;
}

/** Returns the scope of a source: sources with common transactions wait for the same database. */
export function scopeOfSource(source: AnySource): unknown {
  return source.transactionScope ?? source;
}

/** Returns the scope of the type in the URL of a request, or undefined for the URLs of endpoints and unknown ones. */
export function scopeOfRequest({ urls, limits, sourceOf }: ScopeSetup, { url }: { readonly url: string }): unknown {
  try {
    const type = urls.parse(parseTarget(url, limits.urlLength).segments)?.type;
    const source = type === undefined ? undefined : sourceOf(type);
    return source && scopeOfSource(source);
  } catch {
    return undefined;
  }
}
