import { addUniqueId, createUniqueIds } from '../compound/unique-ids.ts';

/** The ids of primary data that is not kept. */
export interface StreamedIds {
  /**
   * Adds the id of a resource.
   *
   * @throws {TypeError} It was there before.
   */
  readonly add: (type: string, id: string) => void;
}

const BLOCK = 256;

/**
 * Sees that no id comes twice. While ids grow they are only written down, as text: a tenth of what a set of them takes,
 * and nothing of the records is held by it. The first id that does not grow has all of them read back, into a set.
 */
export function createStreamedIds(): StreamedIds {
  const blocks: string[] = [];
  let recent: string[] = [];
  const unique = createUniqueIds({
    *[Symbol.iterator]() {
      const type = unique.type as string;
      for (const block of blocks) for (const id of JSON.parse(block) as readonly string[]) yield { type, id };
      for (const id of recent) yield { type, id };
      blocks.length = 0;
      recent = [];
    },
  });
  return {
    add(type, id) {
      addUniqueId(unique, type, id);
      if (unique.known !== undefined) return;
      recent.push(id);
      if (recent.length < BLOCK) return;
      blocks.push(JSON.stringify(recent));
      recent = [];
    },
  };
}
