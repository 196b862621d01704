import { describeValue } from '../../internal/describe-value.ts';
import { isObject, ownMembers } from '../../internal/members.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineAtomicRule } from './define-rule.ts';

/**
 * The `data` of an operation must be a resource object if it adds or updates a resource, and linkage if it changes a
 * relationship.
 */
export const atomicData: StatedRule = defineAtomicRule(
  'atomic-data',
  'ATM-10 ATM-11 ATM-13 ATM-14',
  'The `data` of an operation must be a resource object if it adds or updates a resource, and linkage if it changes a relationship.',
  {
    visit: {
      'atomic:operation'(node: DocumentNode, context) {
        const { op, ref, href, data } = node.value;
        // Other rules report data that is not an object or an array, and a ref that is not an object.
        if ((data !== undefined && typeof data !== 'object') || (ref !== undefined && !isObject(ref))) return;
        if (ownMembers(ref).relationship !== undefined) {
          if (data === undefined) context.report('`data` is required in an operation on a relationship.', node);
          for (const [index, identifier] of Array.isArray(data) ? data.entries() : [[undefined, data] as const]) {
            if (!isObject(identifier)) continue;
            const { id, lid } = ownMembers(identifier);
            if (id !== undefined || lid !== undefined) continue;
            const below = index === undefined ? ['data'] : ['data', index];
            context.report('`id` or `lid` is required in a resource identifier object.', node, ...below);
          }
        } else if (data === undefined) {
          // Another rule reports an update without a target.
          const isUpdate = op === 'update' && (ref !== undefined || href !== undefined);
          if (op === 'add' || isUpdate)
            context.report('`data` is required in an operation that adds or updates.', node);
        } else if (!isObject(data) && href === undefined && op !== 'remove') {
          // A URL can be the URL of a relationship.
          context.report(`\`data\` must be a resource object, but it is ${describeValue(data)}.`, node, 'data');
        }
      },
    },
    wrongShape: {
      'atomic:data': (node, context) =>
        context.report(`\`data\` must be null, an object, or an array, but it is ${describeValue(node.value)}.`, node),
      'atomic:resource': (node, context) =>
        context.report(`A resource object must be an object, but it is ${describeValue(node.value)}.`, node),
    },
  },
);
