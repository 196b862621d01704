import { isLanguageTag, isLinkRelation } from '../document/link-object.ts';
import { breach } from '../error/breach.ts';
import { excerpt } from '../internal/excerpt.ts';
import { isObject } from '../internal/is-object.ts';
import { isUriReference } from '../internal/uri.ts';
import { isAtMember } from '../member/at-member.ts';
import { isExtensionMemberName } from '../member/extension-member.ts';
import { type Check, checkJson, checkMembers, checkMetaMember, checkObject, checkThat } from './check-json.ts';

const PAGES: ReadonlySet<string> = new Set(['first', 'last', 'prev', 'next']);

type Level = 'The top level' | 'A resource' | 'A relationship';

/** The links that the specification defines at each level. */
const linkNames: Readonly<Record<Level, ReadonlySet<string>>> = {
  'The top level': new Set(['self', 'related', 'describedby', ...PAGES]),
  'A resource': new Set(['self']),
  'A relationship': new Set(['self', 'related', ...PAGES]),
};

const isText = (value: unknown): boolean => typeof value === 'string';

const checkNothing: Check = () => undefined;

/** The members of a link object. `href` and `describedby` are looked at apart. */
const linkMembers: ReadonlyMap<string, Check> = new Map([
  ['href', checkNothing],
  ['rel', checkThat(isLinkRelation, 'link-relation', 'a link relation type')],
  ['describedby', checkNothing],
  ['title', checkThat(isText, 'link-title', 'a string')],
  ['type', checkThat(isText, 'link-media-type', 'a string')],
  [
    'hreflang',
    checkThat((it) => [it].flat().every(isLanguageTag), 'link-languages', 'a language tag, or a list of them'),
  ],
  ['meta', checkMetaMember],
]);

/** Checks one link, and those that say what is behind it. */
function checkLink(link: unknown, where: string, isPage: boolean): void {
  // From here on nothing stands in itself.
  if (typeof link === 'object') checkJson(link, where);
  let place = where;
  let at = link;
  do {
    const href: unknown = isObject(at) ? at.href : at;
    if (typeof href !== 'string') {
      const expected = `a URL or a link object with an href${isPage ? ', or null' : ''}`;
      throw breach('link-value', `${place} is ${expected}.`);
    }
    if (!isUriReference(href)) throw breach('link-url', `${place}: "${excerpt(href)}" is no URL.`);
    if (!isObject(at)) return;
    checkMembers(at, linkMembers, place);
    at = at.describedby;
    place += '.describedby';
  } while (at !== undefined);
}

/** Checks that links contain pagination links only if the data beside them is an array; `data` names that data. */
export function checkPages(links: object, isCollection: boolean, where: string, data: string): void {
  if (isCollection) return;
  for (const [name, link] of Object.entries(links)) {
    if (link === null || !PAGES.has(name)) continue;
    throw breach('pagination-links', `${where}.${name} must be null or absent, because ${data} is not an array.`);
  }
}

/**
 * Checks links that a caller gives. Pass a copy by `jsonCopy`.
 *
 * @throws {TypeError} A link is none, or has a name that is not defined there; `where` begins the message.
 * @see https://jsonapi.org/format/1.1/#document-links
 */
export function checkLinks(links: unknown, level: Level, where: string): asserts links is Record<string, unknown> {
  checkObject(links, 'links-object', where);
  const names: ReadonlySet<string> = linkNames[level];
  for (const [name, link] of Object.entries(links)) {
    if (link === undefined) continue;
    if (isAtMember(name) || isExtensionMemberName(name)) {
      checkJson(link, `${where}.${name}`);
      continue;
    }
    if (!names.has(name)) {
      throw breach('link-names', `${where}.${name}: ${level.toLowerCase()} has the links ${[...names].join(', ')}.`);
    }
    const isPage = PAGES.has(name);
    if (link !== null || !isPage) checkLink(link, `${where}.${name}`, isPage);
  }
}
