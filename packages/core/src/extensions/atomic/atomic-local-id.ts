import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineAtomicRule } from './define-rule.ts';
import { type Candidate, named, visitInOrder } from './visit-local-ids.ts';

function* refOf({ value: { ref } }: DocumentNode): Iterable<Candidate> {
  yield [ref, ['ref']];
}

/**
 * A `ref` must not use a `lid` before the operation that adds it, and only one operation can add it. A `lid` that no
 * operation adds is not reported: the document does not show which resource it identifies.
 */
export const atomicLocalId: StatedRule = defineAtomicRule(
  'atomic-local-id',
  'ATM-27',
  'A `ref` must not use a `lid` before the operation that adds it, and only one operation can add it.',
  {
    visit: visitInOrder(refOf, (operation, localId, context) =>
      context.report(`Only one operation can add ${named(localId)}.`, operation, 'data', 'lid'),
    ),
  },
);
