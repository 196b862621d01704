import type { QueryServer } from './context.ts';
import { parseTarget } from './parse-target.ts';

/**
 * Estimates from its method and URL whether a request is short: it concerns one resource or one relationship, and does not include
 * others. A URL that cannot be read is short, too: its response is an error.
 */
export function isShortRequest(
  { urls, limits }: Pick<QueryServer, 'urls' | 'limits'>,
  { method, url }: { readonly method: string; readonly url: string },
): boolean {
  try {
    const { segments, parameters } = parseTarget(url, limits.urlLength);
    const kind = urls.parse(segments)?.kind;
    const isOne = kind === 'resource' || kind === 'relationship' || (kind === 'collection' && method === 'POST');
    return isOne && !parameters.has('include');
  } catch {
    return true;
  }
}
