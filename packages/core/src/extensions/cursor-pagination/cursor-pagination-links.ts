import { isObject, ownMembers } from '../../internal/members.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { VisitContext } from '../../spec/grammar/visitors.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineCursorRule } from './define-rule.ts';

function holdsPage(meta: unknown): boolean {
  return isObject(ownMembers(meta).page);
}

/** Whether an array of data, its items, or the members beside it show that it is one page of a list. */
function isPaginated({ data, links, meta }: DocumentNode['value']): boolean {
  if (!Array.isArray(data)) return false;
  const { first, last, prev, next } = ownMembers(links);
  if ([first, last, prev, next].some((link) => link !== undefined)) return true;
  return holdsPage(meta) || data.some((item) => holdsPage(ownMembers(item).meta));
}

function report(node: DocumentNode<unknown>, context: VisitContext): void {
  const { value } = node as DocumentNode;
  // Another rule reports links that are not an object.
  if (!isPaginated(value) || (value.links !== undefined && !isObject(value.links))) return;
  const links = ownMembers(value.links);
  for (const name of ['prev', 'next']) {
    if (links[name] !== undefined) continue;
    const below = isObject(value.links) ? ['links'] : [];
    context.report(`The link \`${name}\` is required beside paginated data.`, node, ...below);
  }
}

/** The links beside paginated data must contain `prev` and `next`, as links or null. */
export const cursorPaginationLinks: StatedRule = defineCursorRule(
  'cursor-pagination-links',
  'CUR-26 CUR-28 CUR-29',
  'The links beside paginated data must contain `prev` and `next`, as links or null.',
  {
    visit: {
      document: report,
      relationship: report,
    },
  },
);
