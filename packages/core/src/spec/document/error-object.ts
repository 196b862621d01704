import type { AdditionalMembers, ErrorLinks, MetaObject } from './links-object.ts';

/**
 * The part of the request that causes the error.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export interface ErrorSource extends AdditionalMembers {
  /** A JSON Pointer (RFC 6901) to an existing value of the request document. `""` points to the whole document. */
  readonly pointer?: string;
  /** The decoded name of a query parameter. */
  readonly parameter?: string;
  /** The name of one request header. */
  readonly header?: string;
}

/**
 * A single error.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export interface ErrorObject extends AdditionalMembers {
  readonly id?: string;
  readonly links?: ErrorLinks;
  /** The HTTP status code as a string of three digits. */
  readonly status?: string;
  readonly code?: string;
  readonly title?: string;
  readonly detail?: string;
  readonly source?: ErrorSource;
  readonly meta?: MetaObject;
}
