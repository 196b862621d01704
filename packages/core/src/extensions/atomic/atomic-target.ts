import type { DocumentNode } from '../../grammar/node.ts';
import { isObject, ownMember } from '../../internal/is-object.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineAtomicRule } from './define-rule.ts';

/** An operation has ref or href, not both; one that removes something has one of them, one that updates may name it in its data. */
export const atomicTarget: StatedRule = defineAtomicRule(
  'atomic-target',
  'ATM-07 ATM-11 ATM-12 ATM-13',
  'An operation has ref or href, not both; one that removes something has one of them, one that updates may name it in its data.',
  {
    visit: {
      'atomic:operation'(node: DocumentNode, context) {
        const { op, ref, href, data } = node.value;
        if (ref !== undefined && href !== undefined) context.report('The operation has both ref and href.', node);
        if (op === 'remove' && ref === undefined && href === undefined) {
          context.report('The operation removes something, but has neither ref nor href.', node);
        }
        if (op !== 'update' || ref !== undefined || href !== undefined) return;
        // Of data that is no resource object, another rule says so.
        if (data !== undefined && !isObject(data)) return;
        if (data === undefined || (ownMember(data, 'id') === undefined && ownMember(data, 'lid') === undefined)) {
          context.report('The operation updates something, but neither ref, href nor its data say what.', node);
        }
      },
    },
  },
);
