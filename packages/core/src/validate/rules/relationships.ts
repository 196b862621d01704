import { identifierHint } from '../../spec/document/resource-object.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import { must } from '../../spec/rule-facts.ts';
import { reportValue } from '../report-value.ts';
import { needsLinkage } from '../request-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A relationship must be an object with at least one of `links`, `data`, `meta`, or a member of an applied extension.
 *
 * Requirements: REL-01 EXT-11 NAM-09
 */
export const relationshipObject: Rule = defineRule(
  'relationship-object',
  must('document-resource-object-relationships'),
  {
    wrongShape: { relationship: reportValue('A relationship must be an object') },
    missingMember: {
      relationship(node: DocumentNode, context) {
        const { links, data, meta } = node.value;
        if (links !== undefined || data !== undefined || meta !== undefined || context.hasExtensionMember(node)) return;
        // If data is required, another rule reports that it is missing.
        if (needsLinkage(node, context)) return;
        const hint = identifierHint(node.value);
        context.report(`A relationship must contain at least one of \`links\`, \`data\`, and \`meta\`.${hint}`, node);
      },
    },
  },
);

/**
 * If a relationship contains only `links`, these must contain `self`, `related`, or a member of an applied extension.
 *
 * Requirements: REL-02 EXT-11
 */
export const relationshipLinks: Rule = defineRule(
  'relationship-links',
  must('document-resource-object-relationships'),
  {
    missingMember: {
      'relationship-links'(node: DocumentNode, context) {
        const { self, related } = node.value;
        const relationship = node.parent as DocumentNode;
        const { data, meta } = relationship.value;
        // AMB-05: beside data or meta, links without self and related are harmless.
        if (self !== undefined || related !== undefined || data !== undefined || meta !== undefined) return;
        // If data is required, another rule reports that it is missing.
        if (needsLinkage(relationship, context)) return;
        if (context.hasExtensionMember(node) || context.hasExtensionMember(relationship)) return;
        context.report('The links without `data` and `meta` must contain `self` or `related`.', node);
      },
    },
  },
);

/**
 * Resource linkage must be null, a resource identifier object, or an array of resource identifier objects.
 *
 * Requirements: REL-05 REL-03
 */
export const linkage: Rule = defineRule('linkage', must('document-resource-object-linkage'), {
  wrongShape: {
    linkage: reportValue('Resource linkage must be null, an object, or an array'),
    identifier: reportValue('A resource identifier object must be an object'),
  },
});

/**
 * A resource identifier object must have a `type`.
 *
 * Requirements: RID-01
 */
export const identifierType: Rule = defineRule('identifier-type', must('document-resource-identifier-objects'), {
  missingMember: {
    identifier(node: DocumentNode, context) {
      if (node.value.type === undefined) context.report('`type` is required in a resource identifier object.', node);
    },
  },
});

/**
 * A resource identifier object must have an `id`, or a `lid` if it identifies a resource that the request creates.
 *
 * Requirements: RID-02
 */
export const identifierId: Rule = defineRule('identifier-id', must('document-resource-identifier-objects'), {
  missingMember: {
    identifier(node: DocumentNode, context) {
      const { id, lid } = node.value;
      // A resource in a response exists, so it must have an id.
      const mayBeNew = context.as !== 'response' && context.as !== 'relationship';
      if (id !== undefined || (lid !== undefined && mayBeNew)) return;
      context.report('`id` is required in a resource identifier object.', node);
    },
  },
});
