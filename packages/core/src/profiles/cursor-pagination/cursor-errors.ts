import type { DocumentNode } from '../../grammar/node.ts';
import { isObject, ownMember } from '../../internal/is-object.ts';
import { isUriReference } from '../../internal/uri.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineCursorRule } from './define-rule.ts';

/** A member of what may be an object. */
function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? ownMember(value, name) : undefined;
}

/** The URLs of a link, or of an array of them. */
function linkTargets(link: unknown): readonly string[] {
  const links: readonly unknown[] = Array.isArray(link) ? link : [link];
  return links.map((it) => (isObject(it) ? ownMember(it, 'href') : it)).filter((it) => typeof it === 'string');
}

function isLink(link: unknown): boolean {
  const url = isObject(link) ? ownMember(link, 'href') : link;
  return url === null || (typeof url === 'string' && isUriReference(url));
}

/** Whether one of the URLs is that of a kind of error. The profile may be served under a URI of one's own. */
function isKind(urls: readonly string[], kind: string): boolean {
  return urls.some((url) => url.endsWith(`/cursor-pagination/${kind}`));
}

/** An error of the profile names its kind in the links, its parameter in the source, and the maximum page size in the meta. */
export const cursorErrors: StatedRule = defineCursorRule(
  'cursor-errors',
  'CUR-33 CUR-34 CUR-36 CUR-38',
  'An error of the profile names its kind in the links, its parameter in the source, and the maximum page size in the meta.',
  {
    visit: {
      error(node: DocumentNode, context) {
        const { links, source, meta } = node.value;
        // Of parts that are not what they must be, other rules say so.
        if ([links, source, meta, memberOf(meta, 'page')].some((it) => it !== undefined && !isObject(it))) return;
        const type = memberOf(links, 'type');
        const parameter = memberOf(source, 'parameter');
        if (type !== undefined && !(Array.isArray(type) ? type : [type]).every(isLink)) return;
        if (parameter !== undefined && typeof parameter !== 'string') return;
        const types = linkTargets(type);
        const maxSize = memberOf(memberOf(meta, 'page'), 'maxSize');
        const isTooLarge = isKind(types, 'max-size-exceeded');
        if (maxSize !== undefined && !isTooLarge) {
          context.report('The error has a maxSize, but its links.type does not say max-size-exceeded.', node);
        }
        if (isTooLarge && !Number.isInteger(maxSize)) {
          context.report('The error says max-size-exceeded, but has no integer meta.page.maxSize.', node);
        }
        if (isTooLarge && parameter !== 'page[size]') {
          context.report('The error says max-size-exceeded, but its source does not name page[size].', node);
        }
        if (isKind(types, 'unsupported-sort') && parameter !== 'sort') {
          context.report('The error says unsupported-sort, but its source does not name sort.', node);
        }
      },
    },
  },
);
