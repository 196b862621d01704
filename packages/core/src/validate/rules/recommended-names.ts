import { describeValue } from '../../internal/describe-value.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { VisitContext } from '../../spec/grammar/visitors.ts';
import { isMemberName } from '../../spec/member/member-name.ts';
import { should } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

const CAMEL_CASE = /^[a-z](?:[A-Za-z0-9]*[a-z])?$/;

function report(
  name: string,
  context: VisitContext,
  node: DocumentNode<unknown>,
  ...below: readonly (string | number)[]
): void {
  if (CAMEL_CASE.test(name)) return;
  context.report(`${describeValue(name)} should be in camel case with ASCII letters and digits.`, node, ...below);
}

function reportFields(node: DocumentNode<unknown>, context: VisitContext): void {
  for (const name of Object.keys(node.value as object)) {
    // Other rules check at-members, members of extensions, and invalid names.
    if (!isMemberName(name)) continue;
    report(name, context, node, name);
  }
}

/**
 * Names should be in camel case: ASCII letters and digits, with a-z at both ends.
 *
 * Requirements: NAM-08 NAM-11
 */
export const recommendedNames: Rule = defineRule(
  'recommended-names',
  should('https://jsonapi.org/recommendations/#naming'),
  {
    visit: {
      attributes: reportFields,
      relationships: reportFields,
      type: (node, context) => report(String(node.value), context, node),
    },
  },
);
