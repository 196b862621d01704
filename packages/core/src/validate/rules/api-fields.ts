import { describeValue } from '../../internal/describe-value.ts';
import { isObject, ownMember } from '../../internal/is-object.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { VisitContext } from '../../spec/grammar/visitors.ts';
import { isFieldName } from '../../spec/member/field-name.ts';
import { must } from '../../spec/rule-facts.ts';
import { typeOf } from '../api-of.ts';
import { defineRule, type Rule } from '../rule.ts';

function report(node: DocumentNode<unknown>, context: VisitContext, kind: 'attribute' | 'relationship'): void {
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
    attributes: (node, context) => report(node, context, 'attribute'),
    relationships: (node, context) => report(node, context, 'relationship'),
  },
});
