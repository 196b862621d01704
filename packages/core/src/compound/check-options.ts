import { excerpt } from '../internal/excerpt.ts';
import { isObject } from '../internal/is-object.ts';
import { isUriReference } from '../internal/uri.ts';
import { isAtMember } from '../member/at-member.ts';
import { isExtensionMemberName } from '../member/extension-member.ts';
import { breach } from './breach.ts';
import type { AnyBuildOptions } from './build-options.ts';

const PAGES: ReadonlySet<string> = new Set(['first', 'last', 'prev', 'next']);
const LINKS: ReadonlySet<string> = new Set(['self', 'related', 'describedby', ...PAGES]);

/** @see https://jsonapi.org/format/1.1/#document-top-level */
function checkLinks(links: object): void {
  for (const [name, link] of Object.entries(links)) {
    if (link === undefined || isAtMember(name) || isExtensionMemberName(name)) continue;
    if (!LINKS.has(name))
      throw breach('link-names', `links.${name}: the top level has the links ${[...LINKS].join(', ')}.`);
    if (link === null && PAGES.has(name)) continue;
    const href: unknown = isObject(link) ? link.href : link;
    if (typeof href !== 'string') {
      const expected = `a URL or a link object with an href${PAGES.has(name) ? ', or null' : ''}`;
      throw breach('link-value', `links.${name} is ${expected}.`);
    }
    if (!isUriReference(href)) throw breach('link-url', `links.${name}: "${excerpt(href)}" is no URL.`);
  }
}

/**
 * Checks what stands beside the primary data.
 *
 * @throws {TypeError} It would break the specification.
 */
export function checkOptions({ links, baseUrl, meta, extensionMembers }: AnyBuildOptions): void {
  if (links !== undefined) checkLinks(links);
  if (baseUrl !== undefined && !isUriReference(baseUrl))
    throw breach('link-url', `baseUrl: "${excerpt(baseUrl)}" is no URL.`);
  if (meta !== undefined && !isObject(meta)) throw breach('meta-object', 'meta is an object.');
  if (extensionMembers === undefined) return;
  const strange = Object.keys(extensionMembers).find((name) => !isExtensionMemberName(name));
  if (strange !== undefined)
    throw breach('defined-members', `${JSON.stringify(strange)} is no extension member: namespace:name.`);
}
