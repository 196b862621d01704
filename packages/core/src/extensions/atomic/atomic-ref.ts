import type { DocumentNode } from '../../grammar/node.ts';
import { show } from '../../internal/show.ts';
import { isFieldName } from '../../member/field-name.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineAtomicRule } from './define-rule.ts';

/** A ref must be an object with a type, either an id or a lid, and perhaps the name of a relationship. */
export const atomicRef: StatedRule = defineAtomicRule(
  'atomic-ref',
  'ATM-08',
  'A ref must be an object with a type, either an id or a lid, and perhaps the name of a relationship.',
  {
    misshapen: {
      'atomic:ref': (node, context) => context.report(`ref is an object, not ${show(node.value)}.`, node),
      'atomic:lid': (node, context) => context.report(`\`lid\` must be a string, but it is ${show(node.value)}.`, node),
    },
    visit: {
      'atomic:ref'(node: DocumentNode, context) {
        const { type, id, lid, relationship } = node.value;
        if (type === undefined) context.report('The ref has no type.', node);
        if (id === undefined && lid === undefined) context.report('The ref has neither id nor lid.', node);
        if (id !== undefined && lid !== undefined) {
          context.report('`ref` must have either `id` or `lid`, but it has both.', node);
        }
        if (relationship === undefined || (typeof relationship === 'string' && isFieldName(relationship))) return;
        context.report(`${show(relationship)} is no name of a relationship.`, node, 'relationship');
      },
    },
  },
);
