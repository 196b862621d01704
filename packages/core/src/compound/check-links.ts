import { excerpt } from '../internal/excerpt.ts';
import { isObject } from '../internal/is-object.ts';
import { isUriReference } from '../internal/uri.ts';
import { isAtMember } from '../member/at-member.ts';
import { isExtensionMemberName } from '../member/extension-member.ts';
import { breach } from './breach.ts';

const PAGES: ReadonlySet<string> = new Set(['first', 'last', 'prev', 'next']);

type Level = 'The top level' | 'A resource' | 'A relationship';

/** The links that the specification defines at each level. */
const linkNames: Readonly<Record<Level, ReadonlySet<string>>> = {
  'The top level': new Set(['self', 'related', 'describedby', ...PAGES]),
  'A resource': new Set(['self']),
  'A relationship': new Set(['self', 'related', ...PAGES]),
};

/**
 * Checks links that a caller gives.
 *
 * @throws {TypeError} A link is none, or has a name that is not defined there; `where` begins the message.
 * @see https://jsonapi.org/format/1.1/#document-links
 */
export function checkLinks(links: unknown, level: Level, where: string): void {
  if (!isObject(links)) throw breach('links-object', `${where} is an object.`);
  const names: ReadonlySet<string> = linkNames[level];
  for (const [name, link] of Object.entries(links)) {
    if (link === undefined || isAtMember(name) || isExtensionMemberName(name)) continue;
    if (!names.has(name)) {
      throw breach('link-names', `${where}.${name}: ${level.toLowerCase()} has the links ${[...names].join(', ')}.`);
    }
    if (link === null && PAGES.has(name)) continue;
    const href: unknown = isObject(link) ? link.href : link;
    if (typeof href !== 'string') {
      const expected = `a URL or a link object with an href${PAGES.has(name) ? ', or null' : ''}`;
      throw breach('link-value', `${where}.${name} is ${expected}.`);
    }
    if (!isUriReference(href)) throw breach('link-url', `${where}.${name}: "${excerpt(href)}" is no URL.`);
  }
}
