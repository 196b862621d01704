import { describeValue } from '../../internal/describe-value.ts';
import { isObject, ownMember } from '../../internal/is-object.ts';
import { recommendationsRules } from '../../spec/recommendations-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/** Ids by type. */
type Seen = Map<string, Set<string>>;

/** Whether the id of a type was already added. Adds it. */
function wasSeen(seen: Seen, type: string, id: string): boolean {
  const ids = seen.get(type);
  if (ids === undefined) seen.set(type, new Set([id]));
  else if (ids.has(id)) return true;
  else ids.add(id);
  return false;
}

/**
 * Resource linkage should not contain a resource twice.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-linkage
 */
export const repeatedLinkage: Rule = defineRule(recommendationsRules, 'repeated-linkage', {
  visit: {
    linkage(node, context) {
      if (!Array.isArray(node.value)) return;
      const ids: Seen = new Map();
      const localIds: Seen = new Map();
      for (const [index, identifier] of node.value.entries()) {
        if (!isObject(identifier)) continue;
        const type = ownMember(identifier, 'type');
        const id = ownMember(identifier, 'id');
        const hasId = typeof id === 'string';
        const name = hasId ? id : ownMember(identifier, 'lid');
        // Another rule reports a value that is not a string.
        if (typeof type !== 'string' || typeof name !== 'string') continue;
        if (!wasSeen(hasId ? ids : localIds, type, name)) continue;
        context.report(
          `Resource linkage should not contain ${describeValue(type)} ${describeValue(name)} twice.`,
          node,
          index,
        );
      }
    },
  },
});
