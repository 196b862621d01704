import { describeValue } from '../../internal/describe-value.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineCursorRule } from './define-rule.ts';

/** If a range is truncated, `rangeTruncated` must be true. */
export const cursorRangeTruncated: StatedRule = defineCursorRule(
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
