import type { DocumentNode } from '../../grammar/node.ts';
import { show } from '../../internal/show.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineCursorRule } from './define-rule.ts';

/** The cursor of an item is a string. */
export const cursorItemCursor: StatedRule = defineCursorRule(
  'cursor-item-cursor',
  'CUR-24',
  'The cursor of an item is a string.',
  {
    visit: {
      'cursor:page'(node: DocumentNode, context) {
        const { cursor } = node.value;
        if (cursor === undefined || typeof cursor === 'string') return;
        context.report(`A cursor is a string, not ${show(cursor)}.`, node, 'cursor');
      },
    },
  },
);
