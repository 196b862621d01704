import { excerpt } from '../internal/excerpt.ts';
import { isObject } from '../internal/is-object.ts';
import { isUriReference } from '../internal/uri.ts';
import { isAtMember } from '../member/at-member.ts';
import { isExtensionMemberName } from '../member/extension-member.ts';
import { type IncludeTree, includeTree } from '../query/include.ts';
import type { Api } from '../schema/api.ts';
import { resourceType } from '../schema/resource-type.ts';
import { breach } from './breach.ts';
import type { AnyBuildOptions } from './build-options.ts';

const PAGES: ReadonlySet<string> = new Set(['first', 'last', 'prev', 'next']);
const LINKS: ReadonlySet<string> = new Set(['self', 'related', 'describedby', ...PAGES]);

const unbounded = { includeDepth: Number.POSITIVE_INFINITY, includePaths: Number.POSITIVE_INFINITY };

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

function checkFields(api: Api, fields: AnyBuildOptions['fields']): void {
  for (const [type, names] of Object.entries(fields ?? {})) {
    const { attributes, relationships } = resourceType(api, type);
    const unknown = names?.find((name) => !attributes.has(name) && !relationships.has(name));
    if (unknown !== undefined) throw new TypeError(`${type} has no field ${JSON.stringify(unknown)}.`);
  }
}

/**
 * Checks what a caller asks of a document, and gives its relationship paths as a tree.
 *
 * @throws {TypeError} What is asked for would break the specification, or names what the API does not have.
 */
export function checkOptions(api: Api, types: readonly string[], options: AnyBuildOptions): IncludeTree {
  checkFields(api, options.fields);
  const { links, baseUrl } = options;
  if (links !== undefined) checkLinks(links);
  if (baseUrl !== undefined && !isUriReference(baseUrl))
    throw breach('link-url', `baseUrl: "${excerpt(baseUrl)}" is no URL.`);
  if (options.meta !== undefined && !isObject(options.meta)) throw breach('meta-object', 'meta is an object.');
  const strange = Object.keys(options.extensionMembers ?? {}).find((name) => !isExtensionMemberName(name));
  if (strange !== undefined)
    throw breach('defined-members', `${JSON.stringify(strange)} is no extension member: namespace:name.`);
  const tree = includeTree(api, types, options.include ?? [], unbounded);
  if ('issues' in tree) throw new TypeError(tree.issues.map(({ detail }) => detail).join(' '));
  return tree.value;
}
