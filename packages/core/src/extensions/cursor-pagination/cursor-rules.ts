import { describeValue } from '../../internal/describe-value.ts';
import { isObject, ownMembers } from '../../internal/members.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { VisitContext } from '../../spec/grammar/visitors.ts';
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
        if (total !== undefined && !Number.isInteger(total)) {
          context.report(`\`total\` must be an integer, but it is ${describeValue(total)}.`, node, 'total');
        }
        if (estimatedTotal === undefined) return;
        if (!isObject(estimatedTotal)) {
          context.report(
            `\`estimatedTotal\` must be an object, but it is ${describeValue(estimatedTotal)}.`,
            node,
            'estimatedTotal',
          );
          return;
        }
        const { bestGuess } = ownMembers(estimatedTotal);
        if (bestGuess === undefined || Number.isInteger(bestGuess)) return;
        context.report(
          `\`bestGuess\` must be an integer, but it is ${describeValue(bestGuess)}.`,
          node,
          'estimatedTotal',
          'bestGuess',
        );
      },
    },
  },
);

/** The `page` member of a meta object must be an object. */
export const cursorPageMetadata: DeclaredRule = defineCursorRule(
  'cursor-page-metadata',
  'CUR-23 CUR-22',
  'The `page` member of a meta object must be an object.',
  {
    wrongShape: {
      'cursor:page': (node, context) =>
        context.report(`\`page\` must be an object, but it is ${describeValue(node.value)}.`, node),
    },
  },
);

/** The `cursor` of an item must be a string. */
export const cursorItemCursor: DeclaredRule = defineCursorRule(
  'cursor-item-cursor',
  'CUR-24',
  'The `cursor` of an item must be a string.',
  {
    visit: {
      'cursor:page'(node: DocumentNode, context) {
        const { cursor } = node.value;
        if (cursor === undefined || typeof cursor === 'string') return;
        context.report(`\`cursor\` must be a string, but it is ${describeValue(cursor)}.`, node, 'cursor');
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
        if (rangeTruncated === undefined || typeof rangeTruncated === 'boolean') return;
        context.report(
          `\`rangeTruncated\` must be true or false, but it is ${describeValue(rangeTruncated)}.`,
          node,
          'rangeTruncated',
        );
      },
    },
  },
);
