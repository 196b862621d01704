import { isPromise, recordsIn } from '@linkage/core/internal';
import type { Awaitable, RelatedQuery, RelatedResult, SourceCall } from '../port/data-source.ts';

type AskRelated = (ids: readonly string[]) => Awaitable<ReadonlyMap<string, RelatedResult>>;

/** The links of one resource, all of them. */
interface Links {
  readonly members: RelatedResult | undefined;
  readonly isLocked: boolean;
}

/** Whether a query asks for the ids of all members. */
function isOfAllLinks(
  { page, pagePerParent, filter = [], selection }: RelatedQuery,
  { conditions }: SourceCall,
): boolean {
  const { attributes, relationships, include } = selection;
  const isWhole = page === undefined && pagePerParent === undefined && filter.length === 0 && conditions === undefined;
  return isWhole && attributes.size === 0 && relationships.size === 0 && include === undefined;
}

/** Counts the members of a relationship. */
function count(members: RelatedResult | undefined): number {
  if (members === null || members === undefined) return 0;
  const records: unknown = recordsIn(members);
  return Array.isArray(records) ? records.length : 1;
}

/** The links that one attempt of a transaction has read: see `attempt-memory.ts`. */
export class KnownLinks {
  #links: Map<string, Map<string, Links>> | undefined;

  /** Returns the links of resources: those that are known, and those that the source returns. */
  read(
    type: string,
    [name, ids, query]: readonly [name: string, ids: readonly string[], query: RelatedQuery],
    call: SourceCall,
    ask: AskRelated,
  ): Awaitable<ReadonlyMap<string, RelatedResult>> {
    if (!isOfAllLinks(query, call)) return ask(ids);
    const key = JSON.stringify([type, name]);
    this.#links ??= new Map();
    const ofName = this.#links.get(key) ?? new Map<string, Links>();
    this.#links.set(key, ofName);
    const isKnown = (id: string): boolean => {
      const known = ofName.get(id);
      return known !== undefined && (call.forUpdate !== true || known.isLocked);
    };
    const unknown = ids.filter((id) => !isKnown(id));
    const recalled = (): Map<string, RelatedResult> => {
      const links = new Map<string, RelatedResult>();
      for (const id of ids) {
        const members = ofName.get(id)?.members;
        if (members !== undefined) links.set(id, members);
      }
      return links;
    };
    if (unknown.length === 0) return recalled();
    const found = ask(unknown);
    const take = (results: ReadonlyMap<string, RelatedResult>): ReadonlyMap<string, RelatedResult> => {
      const read = unknown.map((id) => [id, results.get(id)] as const);
      // A source can stop after `atMost` members of all resources together.
      if (read.reduce((sum, [, members]) => sum + count(members), 0) < (query.atMost as number))
        for (const [id, members] of read) ofName.set(id, { members, isLocked: call.forUpdate === true });
      if (unknown.length === ids.length) return results;
      const all = recalled();
      for (const [id, members] of read) if (members !== undefined) all.set(id, members);
      return all;
    };
    return isPromise(found) ? found.then(take) : take(found);
  }

  clear(): void {
    this.#links = undefined;
  }
}
