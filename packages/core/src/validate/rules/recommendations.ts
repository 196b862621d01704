import { describeValue } from '../../internal/describe-value.ts';
import { ownMembers } from '../../internal/members.ts';
import { unambiguousIdentity } from '../../spec/grammar/identity.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { VisitContext } from '../../spec/grammar/visitors.ts';
import { isMemberName } from '../../spec/member/member-name.ts';
import { should } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';
import { hasErrorMember } from './errors.ts';

/**
 * `errors` should contain at least one error object.
 *
 * Requirements: ERR-01
 */
export const emptyErrors: Rule = defineRule('empty-errors', should('error-objects'), {
  visit: {
    errors(node: DocumentNode<readonly unknown[]>, context) {
      if (node.value.length === 0)
        context.report('`errors` should contain at least one error object, but it is an empty array.', node);
    },
  },
});

/**
 * An `id` should not be the empty string.
 *
 * Requirements: RES-03 RID-03
 */
export const emptyId: Rule = defineRule('empty-id', should('document-resource-object-identification'), {
  visit: {
    id(node, context) {
      if (node.value === '') context.report('`id` should not be the empty string.', node);
    },
  },
});

/**
 * `lid` should occur only without `id`.
 *
 * Requirements: RES-04 RES-22
 */
export const redundantLocalId: Rule = defineRule(
  'redundant-local-id',
  should('document-resource-object-identification'),
  {
    visit: {
      lid(node, context) {
        const { id } = (node.parent as DocumentNode).value;
        if (id !== undefined)
          context.report(`\`lid\` should occur only without \`id\`, but it is ${describeValue(node.value)}.`, node);
      },
    },
  },
);

/**
 * Resource linkage should not contain a resource twice.
 *
 * Requirements: REL-13
 */
export const repeatedLinkage: Rule = defineRule('repeated-linkage', should('document-resource-object-linkage'), {
  visit: {
    linkage(node, context) {
      if (!Array.isArray(node.value)) return;
      const ids = new Set<string>();
      const localIds = new Set<string>();
      for (const [index, identifier] of node.value.entries()) {
        const { type, id, lid } = ownMembers(identifier);
        const hasId = typeof id === 'string';
        const name = hasId ? id : lid;
        // Another rule reports a value that is not a string.
        if (typeof type !== 'string' || typeof name !== 'string') continue;
        const seen = hasId ? ids : localIds;
        const identity = unambiguousIdentity(type, name);
        if (seen.has(identity)) {
          const message = `Resource linkage should not contain ${describeValue(type)} ${describeValue(name)} twice.`;
          context.report(message, node, index);
        }
        seen.add(identity);
      }
    },
  },
});

const CAMEL_CASE = /^[a-z](?:[A-Za-z0-9]*[a-z])?$/;

function reportRecommendedNames(
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
    reportRecommendedNames(name, context, node, name);
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
      type: (node, context) => reportRecommendedNames(String(node.value), context, node),
    },
  },
);

/**
 * An error object should have a `status`.
 *
 * Requirements: ERR-10
 */
export const errorStatusGiven: Rule = defineRule('error-status-given', should('error-objects'), {
  missingMember: {
    error(node: DocumentNode, context) {
      // Another rule reports an error object without members.
      if (node.value.status !== undefined || !hasErrorMember(node)) return;
      context.report('An error object should have a `status`.', node);
    },
  },
});

/**
 * The `source` of an error object should contain one of its members, or be omitted.
 *
 * Requirements: ERR-14
 */
export const errorSourceMembers: Rule = defineRule('error-source-members', should('error-objects'), {
  missingMember: {
    source: (node, context) =>
      context.report('`source` should contain `pointer`, `parameter`, or `header`, or be omitted.', node),
  },
});
