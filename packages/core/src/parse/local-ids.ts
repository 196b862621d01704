import { identityOf } from '../document/identity.ts';
import { excerpt } from '../internal/excerpt.ts';
import type { Place, Reporter } from './findings.ts';

/** The local ids of a request document, by the resources they stand for. */
export interface LocalIds {
  /** Takes note of a resource that is represented with both, and reports when that contradicts another place. */
  note(type: string, ids: { readonly id: string; readonly lid: string }, place: Place): void;
}

/** The lid of each identity, and the id of each local identity. */
interface Pairs {
  readonly lids: Map<string, string>;
  readonly ids: Map<string, string>;
}

/**
 * Starts without local ids. A resource has the same one wherever the document represents it, and no two share one.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-identification
 */
export function createLocalIds(reporter: Reporter): LocalIds {
  // Few documents have both: nothing is made before the first pair.
  let pairs: Pairs | undefined;
  return {
    note(type, { id, lid }, place) {
      pairs ??= { lids: new Map(), ids: new Map() };
      const { lids, ids } = pairs;
      const byId = identityOf(type, id);
      const byLid = identityOf(type, lid);
      const first = { lid: lids.get(byId) ?? lid, id: ids.get(byLid) ?? id };
      lids.set(byId, first.lid);
      ids.set(byLid, first.id);
      if (first.lid === lid && first.id === id) return;
      const detail = `The local id "${excerpt(lid)}" and the id beside it name different resources elsewhere.`;
      reporter.report('DOCUMENT_INVALID', place, detail);
    },
  };
}
