import { truncate } from '../../internal/describe-value.ts';
import { identityOf } from '../../spec/grammar/identity.ts';
import type { PathSegments, Reporter } from './error-collector.ts';

/** A resource that a request creates with a local id. */
export interface CreatedResource {
  readonly type: string;
  readonly lid: string;
  /** The client-generated id, which replaces the local id in the input. */
  readonly id: string | undefined;
}

/** The lid of each identity, and the id of each local identity. */
interface Pairs {
  readonly lids: Map<string, string>;
  readonly ids: Map<string, string>;
}

/**
 * The local ids of a request document and their resources. Several parts of the document can share them. A resource must have the same
 * local id everywhere in the document, and different resources must have different local ids.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-identification
 */
export class LocalIds {
  // Few documents have local ids, so the maps are created only for the first one.
  #resources: Map<string, CreatedResource> | undefined;
  #pairs: Pairs | undefined;

  /** Adds a resource that the request creates. Returns false if the request creates another resource with this local id. */
  create(resource: CreatedResource): boolean {
    this.#resources ??= new Map();
    const identity = identityOf(resource.type, resource.lid);
    if (this.#resources.has(identity)) return false;
    const paired = this.#pairs?.ids.get(identity);
    if (paired !== undefined && paired !== resource.id) return false;
    this.#resources.set(identity, resource);
    return true;
  }

  /** Returns the resource that the request creates with a local id, or undefined if there is none. */
  created(type: string, lid: string): CreatedResource | undefined {
    return this.#resources?.get(identityOf(type, lid));
  }

  /** Adds the id and the lid of a resource. Returns false if another part of the document contradicts them. */
  pair(type: string, { id, lid }: { readonly id: string; readonly lid: string }): boolean {
    this.#pairs ??= { lids: new Map(), ids: new Map() };
    const { lids, ids } = this.#pairs;
    const byId = identityOf(type, id);
    const byLid = identityOf(type, lid);
    const created = this.#resources?.get(byLid);
    // A resource that the request creates without an id cannot have one elsewhere in the request.
    if (created !== undefined && created.id !== id) return false;
    const first = { lid: lids.get(byId) ?? lid, id: ids.get(byLid) ?? id };
    lids.set(byId, first.lid);
    ids.set(byLid, first.id);
    return first.lid === lid && first.id === id;
  }
}

/** Reports a local id that refers to several resources. */
export function reportAmbiguous(lid: string, path: PathSegments, reporter: Reporter): void {
  reporter.report('DOCUMENT_INVALID.localId', { lid: truncate(lid) }, path);
}
