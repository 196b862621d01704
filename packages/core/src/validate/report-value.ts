import type { Visit } from '../grammar/visitors.ts';
import { describeValue } from '../internal/describe-value.ts';

/**
 * Creates a visitor that reports the value of a node.
 *
 * @param expected The first half of the message, for example "`title` must be a string".
 */
/* @__NO_SIDE_EFFECTS__ */
export function reportValue(expected: string): Visit {
  return (node, context) => context.report(`${expected}, but it is ${describeValue(node.value)}.`, node);
}
