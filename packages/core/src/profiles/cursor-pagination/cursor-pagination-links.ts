import { isObject, ownMember } from '../../internal/is-object.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineCursorRule } from './define-rule.ts';

const _LINKS = ['first', 'last', 'prev', 'next'] as const;

function _holdsPage(meta: unknown): boolean {
  return isObject(meta) && isObject(ownMember(meta, 'page'));
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
