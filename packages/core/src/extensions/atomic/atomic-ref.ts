import { describeValue } from '../../internal/describe-value.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import { isFieldName } from '../../spec/member/known-name.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineAtomicRule } from './define-rule.ts';

/** A `ref` must be an object with a `type`, either an `id` or a `lid`, and optionally the name of a `relationship`. */
export const atomicRef: StatedRule = defineAtomicRule(
  'atomic-ref',
  'ATM-08',
  'A `ref` must be an object with a `type`, either an `id` or a `lid`, and optionally the name of a `relationship`.',
  {
    wrongShape: {
      'atomic:ref': (node, context) =>
        context.report(`\`ref\` must be an object, but it is ${describeValue(node.value)}.`, node),
      'atomic:lid': (node, context) =>
        context.report(`\`lid\` must be a string, but it is ${describeValue(node.value)}.`, node),
    },
    visit: {
      'atomic:ref'(node: DocumentNode, context) {
        const { type, id, lid, relationship } = node.value;
        if (type === undefined) context.report('`type` is required in `ref`.', node);
        if (id === undefined && lid === undefined) context.report('`id` or `lid` is required in `ref`.', node);
        if (id !== undefined && lid !== undefined) {
          context.report('`ref` must have either `id` or `lid`, but it has both.', node);
        }
        if (relationship === undefined || (typeof relationship === 'string' && isFieldName(relationship))) return;
        context.report(
          `\`relationship\` must be the name of a relationship, but it is ${describeValue(relationship)}.`,
          node,
          'relationship',
        );
      },
    },
  },
);
