import { describeValue } from '../../internal/describe-value.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineCursorRule } from './define-rule.ts';

/** The `cursor` of an item must be a string. */
export const cursorItemCursor: StatedRule = defineCursorRule(
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
