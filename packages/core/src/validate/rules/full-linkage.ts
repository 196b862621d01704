import type { JsonObject } from '../../document/node.ts';
import { isBare } from '../../document/resource-index.ts';
import type { VisitContext } from '../../document/visitors.ts';
import { isObject } from '../../internal/is-object.ts';
import { show } from '../../internal/show.ts';
import { isAtMember } from '../../member/at-member.ts';
import { defineRule, type Rule } from '../rule.ts';

/** Marks what the linkage of the primary data leads to, and what the linkage of that leads to. */
function follow(context: VisitContext): void {
  const { all, identifiers } = context.resources;
  const reached: JsonObject[] = [];
  let unlinked = 0;
  const reach = (identifier: unknown): void => {
    if (!isObject(identifier)) return;
    const found = context.resources.find(identifier);
    if (found === undefined || found.linked) return;
    found.linked = true;
    unlinked--;
    reached.push(found.value);
  };
  for (const { primary, value } of all) {
    if (primary) reached.push(value);
    else unlinked++;
  }
  identifiers.forEach(reach);
  for (let index = 0; index < reached.length && unlinked > 0; index++) {
    const resource = reached[index] as JsonObject;
    // An identifier among the primary data leads to the resource it stands for.
    if (isBare(resource)) reach(resource);
    if (isObject(resource.relationships)) reachAll(resource.relationships, context, reach);
  }
}

function reachAll(given: JsonObject, { resources }: VisitContext, reach: (identifier: unknown) => void): void {
  const relationships = resources.membersOf(given);
  for (const name in relationships) {
    const relationship = relationships[name];
    if (!isObject(relationship) || isAtMember(name)) continue;
    const { data } = resources.membersOf(relationship);
    if (Array.isArray(data)) data.forEach(reach);
    else reach(data);
  }
}

/**
 * Every included resource is reached from the primary data through relationship data, unless sparse fieldsets hide
 * the way.
 *
 * @see https://jsonapi.org/format/1.1/#document-compound-documents
 */
export const fullLinkage: Rule = defineRule('full-linkage', {
  // What a server receives with a request is not asked for and ignored, linked or not.
  finish(_, context) {
    if (context.sparseFieldsets || context.as === 'create' || context.as === 'update') return;
    const { all } = context.resources;
    follow(context);
    for (const node of all) {
      if (node.linked) continue;
      const { type, id } = node.value;
      context.report(`No relationship leads from the primary data to ${show(type)} ${show(id)}.`, node);
    }
  },
});
