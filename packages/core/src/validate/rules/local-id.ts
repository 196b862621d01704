import type { DocumentNode } from '../../document/node.ts';
import { show } from '../../internal/show.ts';
import { defineRule, type Rule } from '../rule.ts';

/** The lid of each identity, and the id of each local identity. */
interface Pairs {
  readonly lids: Map<string, string>;
  readonly ids: Map<string, string>;
}

function createPairs(): Pairs {
  return { lids: new Map(), ids: new Map() };
}

/** What was kept first under a key, which is this value when there was nothing. */
function firstOf(kept: Map<string, string>, key: string, value: string): string {
  const first = kept.get(key);
  if (first === undefined) kept.set(key, value);
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
      const lid = firstOf(lids, `${type}\n${id}`, node.value);
      if (lid !== node.value) {
        context.report(`${show(type)} ${show(id)} has the lid ${show(lid)} before, here ${show(node.value)}.`, node);
      }
      const first = firstOf(ids, `${type}\n${node.value}`, id);
      if (first !== id) {
        context.report(`The lid ${show(node.value)} stands for ${show(type)} ${show(first)} before.`, node);
      }
    },
  },
});
