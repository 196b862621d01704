import { isObject, ownMembers } from '../../internal/members.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineAtomicRule } from './define-rule.ts';

/**
 * An operation must not have both `ref` and `href`. It must have one of them if it removes something. If it updates
 * something, its data can identify the target instead.
 */
export const atomicTarget: StatedRule = defineAtomicRule(
  'atomic-target',
  'ATM-07 ATM-11 ATM-12 ATM-13',
  'An operation must not have both `ref` and `href`. It must have one of them if it removes something. If it updates something, its data can identify the target instead.',
  {
    visit: {
      'atomic:operation'(node: DocumentNode, context) {
        const { op, ref, href, data } = node.value;
        if (ref !== undefined && href !== undefined)
          context.report('An operation must not have both `ref` and `href`.', node);
        if (op === 'remove' && ref === undefined && href === undefined) {
          context.report('`ref` or `href` is required in an operation that removes something.', node);
        }
        if (op !== 'update' || ref !== undefined || href !== undefined) return;
        // Another rule reports data that is not a resource object.
        if (data !== undefined && !isObject(data)) return;
        const { id, lid } = ownMembers(data);
        if (id === undefined && lid === undefined) {
          context.report(
            '`ref`, `href`, or an `id` or `lid` in `data` is required in an operation that updates something.',
            node,
          );
        }
      },
    },
  },
);
