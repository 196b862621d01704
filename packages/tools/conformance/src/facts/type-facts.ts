import type { Json } from '../json.ts';
import type { RelationshipSample, TypeSample } from '../samples/samples.ts';

/** The facts about one relationship. */
export interface RelationshipFacts {
  readonly type: TypeFacts;
  readonly name: string;
  /** Undefined if neither the samples nor the answers say it. */
  readonly to: 'one' | 'many' | undefined;
  readonly targets: readonly string[];
  readonly sample: RelationshipSample | undefined;
  /** Whether a response to GET contained it. */
  readonly isSeen: boolean;
  /** Its URLs, with `{id}` in place of an id: as links and samples show them, or a GET that worked. */
  readonly urls: { readonly self?: string | undefined; readonly related?: string | undefined };
}

/** The facts about one resource type. */
export interface TypeFacts {
  readonly name: string;
  readonly sample: TypeSample;
  /** The absolute URL of the collection. */
  readonly collection: string;
  /** The URL of a resource, with `{id}` in place of an id. A create request can show it later. */
  readonly urls: { resource?: string | undefined };
  /** Resource objects of the collection as it was found. */
  readonly found: readonly Json[];
  /** A resource object that exists; undefined if there is none. */
  readonly resource: Json;
  readonly relationships: readonly RelationshipFacts[];
  /** Names of attributes that were seen or that the samples name. */
  readonly attributes: readonly string[];
}
