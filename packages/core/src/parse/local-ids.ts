import { identityOf } from '../grammar/identity.ts';
import { excerpt } from '../internal/excerpt.ts';
import type { Place, Reporter } from './findings.ts';

/** A resource that a request creates with a local id. */
export interface CreatedResource {
  readonly type: string;
  readonly lid: string;
  /** The client-generated id, which then names it in the input. */
  readonly id: string | undefined;
}

/** The local ids of a request document, by the resources they stand for. Several parts of the document can share them. */
export interface LocalIds {
  /** Adds a resource that the request creates. Returns false if the request creates another one with this local id. */
  create(resource: CreatedResource): boolean;
  /** Returns the resource that the request creates with a local id; undefined if there is none. */
  created(type: string, lid: string): CreatedResource | undefined;
  /** Adds a resource that is represented with both. Returns false if that contradicts another place. */
  pair(type: string, ids: { readonly id: string; readonly lid: string }): boolean;
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
export function createLocalIds(): LocalIds {
  // Few documents have local ids: nothing is made before the first.
  let resources: Map<string, CreatedResource> | undefined;
  let pairs: Pairs | undefined;
  return {
    create(resource) {
      resources ??= new Map();
      const identity = identityOf(resource.type, resource.lid);
      if (resources.has(identity)) return false;
      const paired = pairs?.ids.get(identity);
      if (paired !== undefined && paired !== resource.id) return false;
      resources.set(identity, resource);
      return true;
    },
    created: (type, lid) => resources?.get(identityOf(type, lid)),
    pair(type, { id, lid }) {
      pairs ??= { lids: new Map(), ids: new Map() };
      const { lids, ids } = pairs;
      const byId = identityOf(type, id);
      const byLid = identityOf(type, lid);
      const created = resources?.get(byLid);
      // A resource that the request creates without an id cannot have one elsewhere in the request.
      if (created !== undefined && created.id !== id) return false;
      const first = { lid: lids.get(byId) ?? lid, id: ids.get(byLid) ?? id };
      lids.set(byId, first.lid);
      ids.set(byLid, first.id);
      return first.lid === lid && first.id === id;
    },
  };
}

/** Reports a local id that names different resources, by what is beside it or elsewhere. */
export function reportAmbiguous(lid: string, place: Place, reporter: Reporter): void {
  const detail = `The local id "${excerpt(lid)}" names different resources in the request document.`;
  reporter.report('DOCUMENT_INVALID', place, detail);
}
