import type { DocumentNode } from '../../grammar/node.ts';
import { show } from '../../internal/show.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineCursorRule } from './define-rule.ts';

/** A truncated range says so with rangeTruncated, which is true. */
export const cursorRangeTruncated: StatedRule = defineCursorRule(
  'cursor-range-truncated',
  'CUR-21',
  'A truncated range says so with rangeTruncated, which is true.',
  {
    visit: {
      'cursor:page'(node: DocumentNode, context) {
        const { rangeTruncated } = node.value;
        if (rangeTruncated === undefined || typeof rangeTruncated === 'boolean') return;
        context.report(`rangeTruncated is true or false, not ${show(rangeTruncated)}.`, node, 'rangeTruncated');
      },
    },
  },
);
