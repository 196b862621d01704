import type { DocumentNode } from '../../spec/grammar/node.ts';
import { must } from '../../spec/rule-facts.ts';
import { requireLinkage, requireResource } from '../request-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The `data` of a create request must be a single resource object.
 *
 * Requirements: CRE-01
 */
export const createData: Rule = defineRule('create-data', must('crud-creating'), {
  roles: ['create'],
  ...requireResource('a create request'),
});

/**
 * The relationships of a create request must have `data`.
 *
 * Requirements: CRE-03
 */
export const createRelationships: Rule = defineRule('create-relationships', must('crud-creating'), {
  roles: ['create'],
  ...requireLinkage('a create request'),
});

/**
 * The `data` of an update request must be a single resource object.
 *
 * Requirements: UPD-01
 */
export const updateData: Rule = defineRule('update-data', must('crud-updating'), {
  roles: ['update'],
  ...requireResource('an update request'),
});

/**
 * The relationships of an update request must have `data`.
 *
 * Requirements: UPD-03
 */
export const updateRelationships: Rule = defineRule(
  'update-relationships',
  must('crud-updating-resource-relationships'),
  {
    roles: ['update'],
    ...requireLinkage('an update request'),
  },
);

/**
 * A document about a relationship must have resource linkage as its data; a response can have errors or meta instead.
 *
 * Requirements: RUP-01 RUP-02 RUP-10
 */
export const relationshipData: Rule = defineRule('relationship-data', must('crud-updating-relationships'), {
  roles: ['relationship', 'update-relationship'],
  missingMember: {
    document(node: DocumentNode, context) {
      const { data, errors, included, meta } = node.value;
      // If `included` is present, another rule reports that data is missing.
      if (data !== undefined || included !== undefined) return;
      if (context.as === 'update-relationship') {
        context.report('`data` is required in a request that updates a relationship.', node);
      } else if (errors === undefined && meta === undefined && !context.hasExtensionMember(node)) {
        context.report('`data` is required, unless the document has `errors` or `meta`.', node);
      }
    },
  },
});
