import { describeValue, listNames } from '../internal/describe-value.ts';
import type { DocumentNode } from '../spec/grammar/node.ts';
import type { Visit, VisitContext, Visitors } from '../spec/grammar/visitors.ts';

/**
 * Creates a visitor that reports the value of a node.
 *
 * @param expected The first half of the message, for example "`title` must be a string".
 */
/* @__NO_SIDE_EFFECTS__ */
export function reportValue(expected: string): Visit {
  return (node, context) => context.report(`${expected}, but it is ${describeValue(node.value)}.`, node);
}

/** Reports a member that is not a string. Does not report a string that is not a valid name: another rule does. */
export function reportString(node: DocumentNode<unknown>, context: VisitContext): void {
  if (typeof node.value !== 'string') reportValue(`\`${node.key}\` must be a string`)(node, context);
}

/** Reports a value below a node that is there, and is not valid. */
export function reportUnless(
  isValid: (value: unknown) => boolean,
  value: unknown,
  expected: string,
  context: VisitContext,
  node: DocumentNode<unknown>,
  ...below: readonly (string | number)[]
): void {
  if (value === undefined || isValid(value)) return;
  context.report(`\`${below.at(-1)}\` must be ${expected}, but it is ${describeValue(value)}.`, node, ...below);
}

/** Creates the visitors of the rule that a member must be a string of a certain form. */
/* @__NO_SIDE_EFFECTS__ */
export function requireText(member: string, expected: string, isValid: (text: string) => boolean): Visitors {
  const report = reportValue(expected);
  const visit: Visit = (node, context) => {
    if (!isValid(node.value as string)) report(node, context);
  };
  return { wrongShape: { [member]: report }, visit: { [member]: visit } };
}

/** Returns a sentence about an undefined member: the defined member with a similar name, or all defined members. */
export function knownHint(node: DocumentNode<unknown>, context: VisitContext, what: 'links' | 'members'): string {
  const known = [...(node.parent as DocumentNode).kind.members.keys()];
  return context.suggest(String(node.key), known) || ` Known ${what}: ${listNames(known)}.`;
}
