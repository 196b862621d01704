import { describeValue } from '../../internal/describe-value.ts';
import { isObject, ownMembers } from '../../internal/members.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineCursorRule } from './define-rule.ts';

/** The `total` of a list must be an integer, and its `estimatedTotal` an object whose `bestGuess` is an integer. */
export const cursorCollectionSize: StatedRule = defineCursorRule(
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
