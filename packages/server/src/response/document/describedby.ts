import type { TopLevelLinks } from '@linkage/core';
import { errorObjectIssues, syncResult } from '@linkage/core/internal';
import type { Route } from '../../request/route.ts';

/**
 * Returns the URL of the description of a type's documents. The type is undefined if it is unknown or not a single one.
 */
export type DescribedBy = (type: string | undefined) => string | undefined;

/** Whether a document can contain the value as a link. */
export function isLink(href: unknown): boolean {
  return errorObjectIssues([], { describedby: href }).length === 0;
}

function answerOf(option: (type: string) => string | undefined, type: string): string | undefined {
  const url: unknown = syncResult(option(type), 'describedby');
  if (url === undefined || typeof url === 'string') return url;
  throw new TypeError(`\`describedby\` must return a URL or undefined, but for "${type}" it returned a ${typeof url}.`);
}

/** Wraps the function of the option to check each URL once: most functions return the same few URLs. */
function checkedAnswers(option: (type: string) => string | undefined): DescribedBy {
  const checkedUrls = new Map<string, string>();
  return (type) => {
    const url = type === undefined ? undefined : answerOf(option, type);
    if (type === undefined || url === undefined || checkedUrls.get(type) === url) return url;
    if (!isLink(url))
      throw new TypeError(`\`describedby\` must return a URL, but for "${type}" it returned ${JSON.stringify(url)}.`);
    checkedUrls.set(type, url);
    return url;
  };
}

/**
 * Reads the option for descriptions of documents.
 *
 * @throws {TypeError} If the option is neither a valid URL nor a function.
 */
export function readDescribedBy(
  option: string | ((type: string) => string | undefined) | undefined,
): DescribedBy | undefined {
  if (option === undefined) return undefined;
  if (typeof option === 'function') return checkedAnswers(option);
  if (!isLink(option))
    throw new TypeError('createServer: `describedby` must be a URL, or a function that returns a URL.');
  return () => option;
}

/** Returns the type of the documents of this URL, or undefined if several types are possible. */
export function documentType(route: Route): string | undefined {
  if (route.kind === 'mixed') return undefined;
  if (route.kind !== 'related') return route.type.name;
  const { targets } = route.relationship;
  return targets.length === 1 ? targets[0] : undefined;
}

/**
 * Returns the top-level links of an error document. A failure here must not hide the error.
 *
 * @see https://jsonapi.org/format/1.1/#document-top-level
 */
export function errorLinks(describedby: DescribedBy | undefined, route: Route | undefined): TopLevelLinks | undefined {
  try {
    const href = describedby?.(route && documentType(route));
    return href === undefined ? undefined : { describedby: href };
  } catch {
    return undefined;
  }
}
