import type { DocumentNode } from '../../grammar/node.ts';
import type { VisitContext } from '../../grammar/visitors.ts';
import { isObject, ownMember } from '../../internal/is-object.ts';
import { show } from '../../internal/show.ts';
import { isFieldName } from '../../member/field-name.ts';
import { apiRules } from '../../spec/api-rules.ts';
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
    // Of a name that is in both, another rule says that it is shared.
    if (others.has(name) && isObject(beside) && ownMember(beside, name) !== undefined) continue;
    context.report(`${type.name} has no ${kind} ${show(name)}.`, node, name);
  }
}

/**
 * Every field is one that the API declares for the type.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-fields
 */
export const apiFields: Rule = defineRule(apiRules, 'api-fields', {
  needsApi: true,
  visit: {
    attributes: (node, context) => report(node, context, 'attribute'),
    relationships: (node, context) => report(node, context, 'relationship'),
  },
});
