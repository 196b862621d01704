import { addUniqueId, createUniqueIds } from '../compound/unique-ids.ts';

/** The ids of primary data that is not kept. */
export interface StreamedIds {
  /**
   * Adds the id of a resource.
   *
   * @throws {TypeError} If the id was already added.
   */
  readonly add: (type: string, id: string) => void;
}

const BLOCK = 256;

/**
 * Creates a set of ids that rejects duplicates. While ids increase, it stores them only as text, which requires a tenth
 * of the memory of a set and keeps no reference to the records. The first id that does not increase converts the text
 * to a set.
 */
export function createStreamedIds(): StreamedIds {
  const blocks: string[] = [];
  let recent: string[] = [];
  const unique = createUniqueIds(function* () {
    const type = unique.type as string;
    for (const block of blocks) for (const id of JSON.parse(block) as readonly string[]) yield { type, id };
    for (const id of recent) yield { type, id };
    blocks.length = 0;
    recent = [];
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
