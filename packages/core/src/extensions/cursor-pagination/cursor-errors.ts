import { isObject, ownMembers } from '../../internal/members.ts';
import { isUriReference } from '../../internal/uri.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { DeclaredRule } from '../../validate/rule.ts';
import { defineCursorRule } from './define-rule.ts';

function urlOf(link: unknown): unknown {
  return isObject(link) ? ownMembers(link).href : link;
}

/** Returns the URLs of a link, or of an array of links. */
function linkTargets(link: unknown): readonly string[] {
  const links: readonly unknown[] = Array.isArray(link) ? link : [link];
  return links.map(urlOf).filter((it) => typeof it === 'string');
}

function isLink(link: unknown): boolean {
  const url = urlOf(link);
  return url === null || (typeof url === 'string' && isUriReference(url));
}

/**
 * Whether one of the URLs identifies a kind of error. Checks only the end, because the profile can have another base
 * URI.
 */
function isKind(urls: readonly string[], kind: string): boolean {
  return urls.some((url) => url.endsWith(`/cursor-pagination/${kind}`));
}

/**
 * An error of the profile must contain its kind in `links`, its parameter in `source`, and the maximum page size in
 * `meta`.
 */
export const cursorErrors: DeclaredRule = defineCursorRule(
  'cursor-errors',
  'CUR-33 CUR-34 CUR-36 CUR-38',
  'An error of the profile must contain its kind in `links`, its parameter in `source`, and the maximum page size in `meta`.',
  {
    visit: {
      error(node: DocumentNode, context) {
        const { links, source, meta } = node.value;
        // Other rules report members that do not have the required shape.
        const { page } = ownMembers(meta);
        if ([links, source, meta, page].some((it) => it !== undefined && !isObject(it))) return;
        const { type } = ownMembers(links);
        const { parameter } = ownMembers(source);
        if (type !== undefined && !(Array.isArray(type) ? type : [type]).every(isLink)) return;
        if (parameter !== undefined && typeof parameter !== 'string') return;
        const types = linkTargets(type);
        const { maxSize } = ownMembers(page);
        const isTooLarge = isKind(types, 'max-size-exceeded');
        if (maxSize !== undefined && !isTooLarge) {
          context.report('The `type` link of an error with `maxSize` must be `max-size-exceeded`.', node);
        }
        if (isTooLarge && !Number.isInteger(maxSize)) {
          context.report('The error `max-size-exceeded` must have an integer in `meta.page.maxSize`.', node);
        }
        if (isTooLarge && parameter !== 'page[size]') {
          context.report('The error `max-size-exceeded` must have `page[size]` as its `source.parameter`.', node);
        }
        if (isKind(types, 'unsupported-sort') && parameter !== 'sort') {
          context.report('The error `unsupported-sort` must have `sort` as its `source.parameter`.', node);
        }
      },
    },
  },
);
