import type { TopLevelLinks } from '@linkage/core';
import { errorObjectIssues } from '@linkage/core/internal';
import { syncResult } from '../internal/sync-result.ts';
import type { Route } from '../request/route.ts';

/** Where documents are described: by the type that they are about, undefined where that is not known or not one. */
export type Description = (type: string | undefined) => string | undefined;

/** Whether a document can link to it. */
export function isLink(href: unknown): boolean {
  return errorObjectIssues([], { describedby: href }).length === 0;
}

function answerOf(option: (type: string) => string | undefined, type: string): string | undefined {
  const given: unknown = syncResult(option(type), 'describedby');
  if (given === undefined || typeof given === 'string') return given;
  throw new TypeError(`describedby gave neither a URL nor undefined for ${type}.`);
}

/** A function of the option that checks each URL once: most give the same for a type again and again. */
function checkedAnswers(option: (type: string) => string | undefined): Description {
  const known = new Map<string, string>();
  return (type) => {
    const given = type === undefined ? undefined : answerOf(option, type);
    if (type === undefined || given === undefined || known.get(type) === given) return given;
    if (!isLink(given)) throw new TypeError(`describedby gave ${JSON.stringify(given)} for ${type}, which is no URL.`);
    known.set(type, given);
    return given;
  };
}

/**
 * Where documents are described, from the option.
 *
 * @throws {TypeError} It is one URL for all, and is none.
 */
export function descriptionOf(option: string | ((type: string) => string | undefined) | undefined): Description {
  if (typeof option === 'function') return checkedAnswers(option);
  if (option !== undefined && !isLink(option))
    throw new TypeError('describedby is a URL, or a function that gives one.');
  return () => option;
}

/** The type that a document of this URL is about; undefined where several are possible. */
export function describedType(route: Route): string | undefined {
  if (route.kind !== 'related') return route.type.name;
  const { targets } = route.relationship;
  return targets.length === 1 ? targets[0] : undefined;
}

/**
 * The top-level links of an error document. What goes wrong here must not hide the error.
 *
 * @see https://jsonapi.org/format/1.1/#document-top-level
 */
export function errorLinks(
  { describedby }: { readonly describedby: Description },
  route: Route | undefined,
): TopLevelLinks | undefined {
  try {
    const href = describedby(route && describedType(route));
    return href === undefined ? undefined : { describedby: href };
  } catch {
    return undefined;
  }
}
