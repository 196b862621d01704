import { ruleViolation } from '../../error/rule-violation.ts';
import { describeValue, truncate } from '../../internal/describe-value.ts';
import { isObject, ownMembers } from '../../internal/members.ts';
import { knownNames } from '../../internal/options.ts';
import { isUriReference } from '../../internal/uri.ts';
import { isLanguageTag, isLinkRelation } from '../../spec/document/links-object.ts';
import {
  type AppliedExtensions,
  type Check,
  checkJson,
  checkMembers,
  checkMetaMember,
  checkObject,
  checkThat,
  isAdditional,
} from './check-json.ts';

/** The names of pagination links. Only these links can be null. */
const PAGINATION_LINKS: ReadonlySet<string> = new Set(['first', 'last', 'prev', 'next']);

/** The object that contains the links. */
type Level = 'The top level' | 'A resource' | 'A relationship';

/** The links that the specification defines at each level. */
const linkNames: Readonly<Record<Level, ReadonlySet<string>>> = {
  'The top level': new Set(['self', 'related', 'describedby', ...PAGINATION_LINKS]),
  'A resource': new Set(['self']),
  'A relationship': new Set(['self', 'related', ...PAGINATION_LINKS]),
};

const isText = (value: unknown): boolean => typeof value === 'string';

const checkNothing: Check = () => undefined;

/** The members of a link object. `checkLink` checks `href` and `describedby`. */
const linkMembers: ReadonlyMap<string, Check> = new Map([
  ['href', checkNothing],
  ['rel', checkThat(isLinkRelation, 'link-relation', 'a link relation type')],
  ['describedby', checkNothing],
  ['title', checkThat(isText, 'link-title', 'a string')],
  ['type', checkThat(isText, 'link-media-type', 'a string')],
  [
    'hreflang',
    checkThat((it) => [it].flat().every(isLanguageTag), 'link-languages', 'a language tag or an array of them'),
  ],
  ['meta', checkMetaMember],
]);

/** Checks one link and its chain of `describedby` links. */
function checkLink(link: unknown, where: string, isPagination: boolean, extensions: AppliedExtensions): void {
  // `checkJson` rejects circular references, so the loop below ends.
  if (typeof link === 'object') checkJson(link, where);
  let place = where;
  let at = link;
  do {
    const { href, describedby } = isObject(at) ? ownMembers(at) : { href: at, describedby: undefined };
    if (typeof href !== 'string') {
      const expected = `a URL or a link object with \`href\`${isPagination ? ', or null' : ''}`;
      throw ruleViolation('link-value', `${place} must be ${expected}, but it is ${describeValue(at)}.`);
    }
    if (!isUriReference(href))
      throw ruleViolation('link-url', `${place} must be a URL, but it is ${describeValue(href)}.`);
    if (!isObject(at)) return;
    checkMembers(at, linkMembers, place, extensions);
    at = describedby;
    place += '.describedby';
  } while (at !== undefined);
}

/**
 * Checks that links contain pagination links only if the data beside them is an array.
 *
 * @param where The name of the links, for error messages.
 * @param data The name of the data, for error messages.
 */
export function checkPaginationLinks(links: object, isCollection: boolean, where: string, data: string): void {
  if (isCollection) return;
  for (const [name, link] of Object.entries(links)) {
    if (link === null || !PAGINATION_LINKS.has(name)) continue;
    throw ruleViolation('pagination-links', `${where}.${name} must be null or absent: ${data} is not an array.`);
  }
}

/**
 * Checks links that a user passes. Pass a copy by `jsonCopy`.
 *
 * @param where The name of the links, for error messages.
 * @throws {TypeError} If a link is invalid, or has a name that is not defined at this level.
 * @see https://jsonapi.org/format/1.1/#document-links
 */
export function checkLinks(
  links: unknown,
  level: Level,
  where: string,
  extensions: AppliedExtensions,
): asserts links is Record<string, unknown> {
  checkObject(links, 'links-object', where);
  const names: ReadonlySet<string> = linkNames[level];
  for (const [name, link] of Object.entries(links)) {
    if (isAdditional(name, extensions)) {
      checkJson(link, `${where}.${name}`);
      continue;
    }
    if (!names.has(name)) {
      throw ruleViolation(
        'link-names',
        `${where} must not contain "${truncate(name)}".${knownNames(name, [...names], 'link')}`,
      );
    }
    const isPagination = PAGINATION_LINKS.has(name);
    if (link !== null || !isPagination) checkLink(link, `${where}.${name}`, isPagination, extensions);
  }
}
