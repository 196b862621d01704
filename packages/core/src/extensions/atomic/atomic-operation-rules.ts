import { describeValue } from '../../internal/describe-value.ts';
import { isObject, ownMembers } from '../../internal/members.ts';
import { isUriReference } from '../../internal/uri.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import { isFieldName } from '../../spec/member/known-name.ts';
import { reportUnless, reportValue, requireText } from '../../validate/report-value.ts';
import type { DeclaredRule } from '../../validate/rule.ts';
import { defineAtomicRule } from './define-rule.ts';

const operations: ReadonlySet<unknown> = new Set(['add', 'update', 'remove']);

/** The `op` of an operation must be "add", "update", or "remove". */
export const atomicOp: DeclaredRule = defineAtomicRule(
  'atomic-op',
  'ATM-06',
  'The `op` of an operation must be "add", "update", or "remove".',
  {
    visit: {
      'atomic:operation'(node: DocumentNode, context) {
        const { op } = node.value;
        if (op === undefined) context.report('`op` is required in an operation.', node);
        reportUnless((it) => operations.has(it), op, '"add", "update", or "remove"', context, node, 'op');
      },
    },
  },
);

/** A `ref` must be an object with a `type`, either an `id` or a `lid`, and optionally the name of a `relationship`. */
export const atomicRef: DeclaredRule = defineAtomicRule(
  'atomic-ref',
  'ATM-08',
  'A `ref` must be an object with a `type`, either an `id` or a `lid`, and optionally the name of a `relationship`.',
  {
    wrongShape: {
      'atomic:ref': reportValue('`ref` must be an object'),
      'atomic:lid': reportValue('`lid` must be a string'),
    },
    visit: {
      'atomic:ref'(node: DocumentNode, context) {
        const { type, id, lid, relationship } = node.value;
        if (type === undefined) context.report('`type` is required in `ref`.', node);
        if (id === undefined && lid === undefined) context.report('`id` or `lid` is required in `ref`.', node);
        if (id !== undefined && lid !== undefined) {
          context.report('`ref` must have either `id` or `lid`, but it has both.', node);
        }
        const isName = (it: unknown): boolean => typeof it === 'string' && isFieldName(it);
        reportUnless(isName, relationship, 'the name of a relationship', context, node, 'relationship');
      },
    },
  },
);

/** The `href` of an operation must be a URI reference. */
export const atomicHref: DeclaredRule = defineAtomicRule(
  'atomic-href',
  'ATM-09',
  'The `href` of an operation must be a URI reference.',
  requireText('atomic:href', '`href` must be a URI reference', isUriReference),
);

/**
 * An operation must not have both `ref` and `href`. It must have one of them if it removes something. If it updates
 * something, its data can identify the target instead.
 */
export const atomicTarget: DeclaredRule = defineAtomicRule(
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

/**
 * The `data` of an operation must be a resource object if it adds or updates a resource, and linkage if it changes a
 * relationship.
 */
export const atomicData: DeclaredRule = defineAtomicRule(
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
      'atomic:data': reportValue('`data` must be null, an object, or an array'),
      'atomic:resource': reportValue('A resource object must be an object'),
    },
  },
);
