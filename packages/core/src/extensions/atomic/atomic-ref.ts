import type { DocumentNode } from '../../document/node.ts';
import { show } from '../../internal/show.ts';
import { isFieldName } from '../../member/field-name.ts';
import type { Rule } from '../../validate/rule.ts';
import { defineAtomicRule } from './define-rule.ts';

/** A ref is an object with a type, an id or a lid, and perhaps the name of a relationship. */
export const atomicRef: Rule = defineAtomicRule(
  'atomic-ref',
  'ATM-08',
  'A ref is an object with a type, an id or a lid, and perhaps the name of a relationship.',
  {
    misshapen: {
      'atomic:ref': (node, context) => context.report(`ref is an object, not ${show(node.value)}.`, node),
    },
    visit: {
      'atomic:ref'(node: DocumentNode, context) {
        const { type, id, lid, relationship } = node.value;
        if (type === undefined) context.report('The ref has no type.', node);
        if (id === undefined && lid === undefined) context.report('The ref has neither id nor lid.', node);
        if (relationship === undefined || (typeof relationship === 'string' && isFieldName(relationship))) return;
        context.report(`${show(relationship)} is no name of a relationship.`, node, 'relationship');
      },
    },
  },
);
