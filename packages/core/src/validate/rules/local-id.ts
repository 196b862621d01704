import type { DocumentNode } from '../../grammar/node.ts';
import { describeValue } from '../../internal/describe-value.ts';
import { resourceRules } from '../../spec/resource-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/** Texts by type and by another text. A type can be any string here, so two composed keys could be equal. */
type ByType = Map<string, Map<string, string>>;

/** The lid of each identity, and the id of each local identity. */
interface Pairs {
  readonly lids: ByType;
  readonly ids: ByType;
}

function createPairs(): Pairs {
  return { lids: new Map(), ids: new Map() };
}

function keep(kept: ByType, type: string, key: string, value: string): void {
  const ofType = kept.get(type);
  if (ofType === undefined) kept.set(type, new Map([[key, value]]));
  else ofType.set(key, value);
}

/**
 * A resource must have the same `lid` wherever the document represents it.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-identification
 */
export const localId: Rule = defineRule(resourceRules, 'local-id', {
  visit: {
    lid(node: DocumentNode<string>, context) {
      const { type, id } = (node.parent as DocumentNode).value;
      if (typeof type !== 'string' || typeof id !== 'string') return;
      const { lids, ids } = context.memory(createPairs);
      const lid = lids.get(type)?.get(id) ?? node.value;
      const first = ids.get(type)?.get(node.value) ?? id;
      // Do not keep a pair that contradicts an earlier pair: it would produce an issue for the next correct pair.
      if (lid !== node.value) {
        context.report(
          `${describeValue(type)} ${describeValue(id)} must have the same \`lid\` everywhere, but it has ${describeValue(lid)} before and ${describeValue(node.value)} here.`,
          node,
        );
      } else if (first !== id) {
        context.report(
          `The \`lid\` ${describeValue(node.value)} must refer to one resource, but it refers to ${describeValue(type)} ${describeValue(first)} before.`,
          node,
        );
      } else {
        keep(lids, type, id, node.value);
        keep(ids, type, node.value, id);
      }
    },
  },
});
