import { describeValue, listTypes, truncate } from '../../internal/describe-value.ts';
import { isObject, ownMember, ownMembers } from '../../internal/members.ts';
import { issuePlace } from '../../schema/issue-place.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { VisitContext } from '../../spec/grammar/visitors.ts';
import { isFieldName } from '../../spec/member/known-name.ts';
import { must } from '../../spec/rule-facts.ts';
import { apiOf, schemaIssues, typeOf } from '../api-of.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * Every type must be a resource type of the API.
 *
 * Requirements: CRE-15
 */
export const apiTypes: Rule = defineRule('api-types', must('document-resource-object-identification'), {
  needsApi: true,
  visit: {
    type(node: DocumentNode<string>, context) {
      const { types } = apiOf(context);
      if (types.has(node.value)) return;
      const hint = context.suggest(node.value, types.keys(), '"');
      context.report(`${describeValue(node.value)} is not a resource type of the API.${hint}`, node);
    },
  },
});

function reportApiFields(node: DocumentNode<unknown>, context: VisitContext, kind: 'attribute' | 'relationship'): void {
  const type = typeOf(node.parent, context);
  if (type === undefined) return;
  const [declared, others, otherMember] =
    kind === 'attribute'
      ? [type.attributes, type.relationships, 'relationships']
      : [type.relationships, type.attributes, 'attributes'];
  const beside = (node.parent as DocumentNode).value[otherMember];
  for (const name of Object.keys(node.value as object)) {
    if (declared.has(name) || !isFieldName(name)) continue;
    // Another rule reports a name that is both an attribute and a relationship.
    if (others.has(name) && isObject(beside) && ownMember(beside, name) !== undefined) continue;
    const hint = context.suggest(name, declared.keys());
    context.report(
      `Type "${type.name}" does not have ${kind === 'attribute' ? 'an' : 'a'} ${kind} ${describeValue(name)}.${hint}`,
      node,
      name,
    );
  }
}

/**
 * Every field must be declared by the API for its type.
 *
 * Requirements: CRE-18
 */
export const apiFields: Rule = defineRule('api-fields', must('document-resource-object-fields'), {
  needsApi: true,
  visit: {
    attributes: (node, context) => reportApiFields(node, context, 'attribute'),
    relationships: (node, context) => reportApiFields(node, context, 'relationship'),
  },
});

/**
 * Resource linkage must have the kind and the target types that the API declares for the relationship.
 *
 * Requirements: REL-05
 */
export const apiLinkage: Rule = defineRule('api-linkage', must('document-resource-object-linkage'), {
  needsApi: true,
  visit: {
    relationship(node: DocumentNode, context) {
      const { data } = node.value;
      const declared = typeOf(node.parent?.parent ?? null, context)?.relationships.get(String(node.key));
      if (declared === undefined || data === undefined || typeof data !== 'object') return;
      const { name, kind, targets } = declared;
      if (Array.isArray(data) !== (kind === 'to-many')) {
        context.report(
          `The ${kind} relationship \`${name}\` must have ${kind === 'to-one' ? 'an object or null' : 'an array'} as \`data\`, but it is ${describeValue(data)}.`,
          node,
          'data',
        );
        return;
      }
      for (const [index, identifier] of Array.isArray(data) ? data.entries() : [['', data] as const]) {
        const { type } = ownMembers(identifier);
        // Another rule reports a type that the API does not have.
        if (typeof type !== 'string' || targets.includes(type) || !apiOf(context).types.has(type)) continue;
        const below = index === '' ? ['data', 'type'] : ['data', index, 'type'];
        context.report(
          `The relationship \`${name}\` accepts only ${targets.length === 1 ? 'type' : 'the types'} ${listTypes(targets)}, but the resource identifier has type ${describeValue(type)}.`,
          node,
          ...below,
        );
      }
    },
  },
});

/**
 * The value of every attribute must match its schema.
 *
 * Requirements: ERR-20
 */
export const apiAttributes: Rule = defineRule('api-attributes', must('document-resource-object-attributes'), {
  needsApi: true,
  visit: {
    attributes(node: DocumentNode, context) {
      const declared = typeOf(node.parent, context)?.attributes;
      if (declared === undefined) return;
      for (const [name, value] of Object.entries(node.value)) {
        const attribute = declared.get(name);
        if (attribute === undefined || value === undefined) continue;
        for (const issue of schemaIssues(attribute.schema, value)) {
          const problem = truncate(issue.message).replace(/\.$/, '');
          context.report(
            `The attribute \`${name}\` must match its schema: ${problem}.`,
            node,
            name,
            ...issuePlace(value, issue),
          );
        }
      }
    },
  },
});
