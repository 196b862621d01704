import { truncate } from '../../internal/truncate.ts';
import { identityOf } from '../../spec/grammar/identity.ts';
import type { PathSegments, Reporter } from './error-collector.ts';

/** A resource that a request creates with a local id. */
export interface CreatedResource {
  readonly type: string;
  readonly lid: string;
  /** The client-generated id, which replaces the local id in the input. */
  readonly id: string | undefined;
}

/** The local ids of a request document and their resources. Several parts of the document can share them. */
export interface LocalIds {
  /**
   * Adds a resource that the request creates. Returns false if the request creates another resource with this local id.
   */
  create(resource: CreatedResource): boolean;
  /** Returns the resource that the request creates with a local id, or undefined if there is none. */
  created(type: string, lid: string): CreatedResource | undefined;
  /** Adds the id and the lid of a resource. Returns false if another part of the document contradicts them. */
  pair(type: string, ids: { readonly id: string; readonly lid: string }): boolean;
}

/** The lid of each identity, and the id of each local identity. */
interface Pairs {
  readonly lids: Map<string, string>;
  readonly ids: Map<string, string>;
}

/**
 * Creates an empty set of local ids. A resource must have the same local id everywhere in the document, and different
 * resources must have different local ids.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-identification
 */
export function createLocalIds(): LocalIds {
  // Few documents have local ids, so create the maps only for the first one.
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

/** Reports a local id that refers to several resources. */
export function reportAmbiguous(lid: string, path: PathSegments, reporter: Reporter): void {
  reporter.report('DOCUMENT_INVALID.localId', { lid: truncate(lid) }, path);
}
