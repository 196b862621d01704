import { describeValue } from '../../internal/describe-value.ts';
import { isObject } from '../../internal/members.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { VisitContext } from '../../spec/grammar/visitors.ts';
import { isFieldName } from '../../spec/member/known-name.ts';
import { isMemberName, nameFault } from '../../spec/member/member-name.ts';
import { ignored, must } from '../../spec/rule-facts.ts';
import { reportString, reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A resource object must have a `type`.
 *
 * Requirements: RES-01 RES-06
 */
export const resourceType: Rule = defineRule('resource-type', must('document-resource-object-identification'), {
  missingMember: {
    resource(node: DocumentNode, context) {
      if (node.value.type === undefined) context.report('`type` is required in a resource object.', node);
    },
  },
});

/**
 * A resource object must have an `id`, unless a client sends it to create a resource.
 *
 * Requirements: RES-02 RES-04 RES-19
 */
export const resourceId: Rule = defineRule('resource-id', must('document-resource-object-identification'), {
  missingMember: {
    'primary-resource'(node: DocumentNode, context) {
      const { as } = context;
      // If the role is not known, a single resource object as primary data can be a resource to create.
      const mayBeNew = as === 'create' || (as === undefined && typeof node.key === 'string');
      if (node.value.id === undefined && !mayBeNew) context.report('`id` is required in a resource object.', node);
    },
    'included-resource'(node: DocumentNode, context) {
      const { id, lid } = node.value;
      const mayBeNew = (context.as === 'create' || context.as === 'update') && lid !== undefined;
      if (id === undefined && !mayBeNew) context.report('`id` is required in an included resource object.', node);
    },
  },
});

/**
 * `type`, `id`, and `lid` must be strings.
 *
 * Requirements: RES-03 RID-03
 */
export const identificationStrings: Rule = defineRule(
  'identification-strings',
  must('document-resource-object-identification'),
  {
    wrongShape: {
      type: reportString,
      id: reportString,
      lid: reportString,
    },
  },
);

/**
 * A `type` must be a valid member name.
 *
 * Requirements: RES-08 NAM-06
 */
export const typeName: Rule = defineRule('type-name', must('document-resource-object-identification'), {
  wrongShape: {
    type(node, context) {
      if (typeof node.value === 'string') {
        context.report(`\`type\` must be a valid member name, but ${nameFault(node.value)}.`, node);
      }
    },
  },
});

/**
 * `attributes` must be an object.
 *
 * Requirements: RES-12 RES-13
 */
export const attributesObject: Rule = defineRule('attributes-object', must('document-resource-object-attributes'), {
  wrongShape: { attributes: reportValue('`attributes` must be an object') },
});

/**
 * `relationships` must be an object.
 *
 * Requirements: RES-15
 */
export const relationshipsObject: Rule = defineRule(
  'relationships-object',
  must('document-resource-object-relationships'),
  {
    wrongShape: { relationships: reportValue('`relationships` must be an object') },
  },
);

function reportFieldNames(node: DocumentNode<unknown>, context: VisitContext): void {
  const name = String(node.key);
  if (!isMemberName(name))
    context.report(`${describeValue(name)} must be a valid member name, but ${nameFault(name)}.`, node);
}

/**
 * Names of attributes and relationships must be valid member names.
 *
 * Requirements: RES-20 NAM-02 NAM-03 NAM-04 NAM-05 NAM-06 NAM-07
 */
export const fieldNames: Rule = defineRule('field-names', ignored('document-member-names'), {
  unknownMember: {
    attributes: reportFieldNames,
    relationships: reportFieldNames,
  },
});

function reportReservedFieldNames({ key, parent }: DocumentNode<unknown>, context: VisitContext): void {
  if ((key !== 'type' && key !== 'id') || parent === null) return;
  context.report(`A field must not be named \`${key}\`.`, parent, key);
}

/**
 * Attributes and relationships must not be named `type` or `id`.
 *
 * Requirements: RES-10
 */
export const reservedFieldNames: Rule = defineRule('reserved-field-names', ignored('document-resource-object-fields'), {
  unknownMember: {
    attributes: reportReservedFieldNames,
    relationships: reportReservedFieldNames,
  },
});

/**
 * An attribute and a relationship of one resource must not have the same name.
 *
 * Requirements: RES-11
 */
export const sharedFieldNames: Rule = defineRule('shared-field-names', must('document-resource-object-fields'), {
  visit: {
    resource(node: DocumentNode, context) {
      const { attributes, relationships } = node.value;
      if (!isObject(attributes) || !isObject(relationships)) return;
      for (const name in relationships) {
        if (!Object.hasOwn(attributes, name) || !Object.hasOwn(relationships, name)) continue;
        if (attributes[name] === undefined || !isFieldName(name)) continue;
        const message = `${describeValue(name)} must not be both an attribute and a relationship.`;
        context.report(message, node, 'relationships', name);
      }
    },
  },
});
