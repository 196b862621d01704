import type { DocumentNode } from '../../grammar/node.ts';
import { isObject, ownMember } from '../../internal/is-object.ts';
import { show } from '../../internal/show.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineAtomicRule } from './define-rule.ts';

/** An operation that adds or updates a resource has a resource object as its data; one on a relationship has linkage. */
export const atomicData: StatedRule = defineAtomicRule(
  'atomic-data',
  'ATM-10 ATM-11 ATM-13 ATM-14',
  'An operation that adds or updates a resource has a resource object as its data; one on a relationship has linkage.',
  {
    visit: {
      'atomic:operation'(node: DocumentNode, context) {
        const { op, ref, href, data } = node.value;
        // What is not data at all is told of below, and what is not a ref by a rule of its own: it says nothing of the data.
        if ((data !== undefined && typeof data !== 'object') || (ref !== undefined && !isObject(ref))) return;
        if (isObject(ref) && ownMember(ref, 'relationship') !== undefined) {
          if (data === undefined) context.report('The operation on a relationship has no data.', node);
          for (const [index, identifier] of Array.isArray(data) ? data.entries() : [[undefined, data] as const]) {
            if (!isObject(identifier)) continue;
            if (ownMember(identifier, 'id') !== undefined || ownMember(identifier, 'lid') !== undefined) continue;
            const below = index === undefined ? ['data'] : ['data', index];
            context.report('The identifier has neither id nor lid.', node, ...below);
          }
        } else if (data === undefined) {
          // Of an update that names nothing at all, another rule says so.
          const isUpdate = op === 'update' && (ref !== undefined || href !== undefined);
          if (op === 'add' || isUpdate) context.report('The operation has no data.', node);
        } else if (!isObject(data) && href === undefined && op !== 'remove') {
          // A URL may be one of a relationship.
          context.report(`The data of the operation is a resource object, not ${show(data)}.`, node, 'data');
        }
      },
    },
    misshapen: {
      'atomic:data': (node, context) =>
        context.report(`data is null, an object or an array, not ${show(node.value)}.`, node),
      'atomic:resource': (node, context) => context.report(`A resource is an object, not ${show(node.value)}.`, node),
    },
  },
);
