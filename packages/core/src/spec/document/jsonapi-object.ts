import type { AdditionalMembers, MetaObject } from './links-object.ts';

/**
 * Information about the implementation.
 *
 * @see https://jsonapi.org/format/1.1/#document-jsonapi-object
 */
export interface JsonApiObject extends AdditionalMembers {
  readonly version?: string;
  /** URIs of the applied extensions. */
  readonly ext?: readonly string[];
  /** URIs of the applied profiles. */
  readonly profile?: readonly string[];
  readonly meta?: MetaObject;
}
