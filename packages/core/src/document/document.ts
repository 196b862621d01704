import type { ErrorObject } from './error-object.ts';
import type { JsonApiObject } from './jsonapi-object.ts';
import type { TopLevelLinks } from './links-object.ts';
import type { MetaObject } from './meta-object.ts';
import type { ResourceIdentifierObject } from './resource-identifier-object.ts';
import type { ResourceObject } from './resource-object.ts';

interface TopLevel {
  readonly jsonapi?: JsonApiObject;
  readonly links?: TopLevelLinks;
}

/** What a document is about. A collection is an array, also with one item or none. */
export type PrimaryData =
  | ResourceObject
  | ResourceIdentifierObject
  | null
  | readonly ResourceObject[]
  | readonly ResourceIdentifierObject[];

/** A document with primary data. */
export interface DataDocument<Data extends PrimaryData = PrimaryData, Included extends ResourceObject = ResourceObject>
  extends TopLevel {
  readonly data: Data;
  readonly errors?: never;
  readonly meta?: MetaObject;
  /** Present when related resources were asked for, empty when there are none. */
  readonly included?: readonly Included[];
}

/** A document that reports problems. */
export interface ErrorDocument extends TopLevel {
  readonly errors: readonly ErrorObject[];
  readonly data?: never;
  readonly included?: never;
  readonly meta?: MetaObject;
}

/** A document with nothing but meta-information. */
export interface MetaDocument extends TopLevel {
  readonly meta: MetaObject;
  readonly data?: never;
  readonly errors?: never;
  readonly included?: never;
}

/**
 * Any document of the media type.
 *
 * @see https://jsonapi.org/format/1.1/#document-top-level
 */
export type JsonApiDocument = DataDocument | ErrorDocument | MetaDocument;
