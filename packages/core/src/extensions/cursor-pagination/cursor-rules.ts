import { isObject, ownMembers } from '../../internal/members.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { VisitContext } from '../../spec/grammar/visitors.ts';
import { reportUnless, reportValue } from '../../validate/report-value.ts';
import type { DeclaredRule } from '../../validate/rule.ts';
import { defineCursorRule } from './define-rule.ts';

/** The `total` of a list must be an integer, and its `estimatedTotal` an object whose `bestGuess` is an integer. */
export const cursorCollectionSize: DeclaredRule = defineCursorRule(
  'cursor-collection-size',
  'CUR-31 CUR-32',
  'The `total` of a list must be an integer, and its `estimatedTotal` an object whose `bestGuess` is an integer.',
  {
    visit: {
      'cursor:page'(node: DocumentNode, context) {
        const { total, estimatedTotal } = node.value;
        const { bestGuess } = ownMembers(estimatedTotal);
        reportUnless(Number.isInteger, total, 'an integer', context, node, 'total');
        reportUnless(isObject, estimatedTotal, 'an object', context, node, 'estimatedTotal');
        reportUnless(Number.isInteger, bestGuess, 'an integer', context, node, 'estimatedTotal', 'bestGuess');
      },
    },
  },
);

/** The `page` member of a meta object must be an object. */
export const cursorPageMetadata: DeclaredRule = defineCursorRule(
  'cursor-page-metadata',
  'CUR-23 CUR-22',
  'The `page` member of a meta object must be an object.',
  { wrongShape: { 'cursor:page': reportValue('`page` must be an object') } },
);

/** The `cursor` of an item must be a string. */
export const cursorItemCursor: DeclaredRule = defineCursorRule(
  'cursor-item-cursor',
  'CUR-24',
  'The `cursor` of an item must be a string.',
  {
    visit: {
      'cursor:page'(node: DocumentNode, context) {
        reportUnless((it) => typeof it === 'string', node.value.cursor, 'a string', context, node, 'cursor');
      },
    },
  },
);

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
export const cursorPaginationLinks: DeclaredRule = defineCursorRule(
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

/** If a range is truncated, `rangeTruncated` must be true. */
export const cursorRangeTruncated: DeclaredRule = defineCursorRule(
  'cursor-range-truncated',
  'CUR-21',
  'If a range is truncated, `rangeTruncated` must be true.',
  {
    visit: {
      'cursor:page'(node: DocumentNode, context) {
        const { rangeTruncated } = node.value;
        const isBoolean = (it: unknown): boolean => typeof it === 'boolean';
        reportUnless(isBoolean, rangeTruncated, 'true or false', context, node, 'rangeTruncated');
      },
    },
  },
);
