import type { DocumentNode } from '../../document/node.ts';
import { show } from '../../internal/show.ts';
import { defineRule, type Rule } from '../rule.ts';

/** Texts by type and by another text. A type may be any string here: composed keys of two could be the same. */
type ByType = Map<string, Map<string, string>>;

/** The lid of each identity, and the id of each local identity. */
interface Pairs {
  readonly lids: ByType;
  readonly ids: ByType;
}

function createPairs(): Pairs {
  return { lids: new Map(), ids: new Map() };
}

/** What was kept first for a type and a key, which is this value when there was nothing. */
function firstOf(kept: ByType, type: string, key: string, value: string): string {
  const ofType = kept.get(type);
  const first = ofType?.get(key);
  if (ofType === undefined) kept.set(type, new Map([[key, value]]));
  else if (first === undefined) ofType.set(key, value);
  return first ?? value;
}

/**
 * A resource has the same lid wherever the document represents it.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-identification
 */
export const localId: Rule = defineRule('local-id', {
  visit: {
    lid(node: DocumentNode<string>, context) {
      const { type, id } = (node.parent as DocumentNode).value;
      if (typeof type !== 'string' || typeof id !== 'string') return;
      const { lids, ids } = context.memory(createPairs);
      const lid = firstOf(lids, type, id, node.value);
      if (lid !== node.value) {
        context.report(`${show(type)} ${show(id)} has the lid ${show(lid)} before, here ${show(node.value)}.`, node);
      }
      const first = firstOf(ids, type, node.value, id);
      if (first !== id) {
        context.report(`The lid ${show(node.value)} stands for ${show(type)} ${show(first)} before.`, node);
      }
    },
  },
});
