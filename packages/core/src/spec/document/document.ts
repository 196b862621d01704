import type { ErrorObject } from './error-object.ts';
import type { JsonApiObject } from './jsonapi-object.ts';
import type { AdditionalMembers, MetaObject, TopLevelLinks } from './links-object.ts';
import type { ResourceIdentifierObject, ResourceObject } from './resource-object.ts';

interface TopLevel extends AdditionalMembers {
  readonly jsonapi?: JsonApiObject;
  readonly links?: TopLevelLinks;
}

/** The primary data of a document. A collection is always an array, also with one item or without items. */
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
  /** Present if the request asks for related resources; an empty array if there are none. */
  readonly included?: readonly Included[];
}

/** A document with errors. */
export interface ErrorDocument extends TopLevel {
  readonly errors: readonly ErrorObject[];
  readonly data?: never;
  readonly included?: never;
  readonly meta?: MetaObject;
}

/** A document that contains only meta-information. */
export interface MetaDocument extends TopLevel {
  readonly meta: MetaObject;
  readonly data?: never;
  readonly errors?: never;
  readonly included?: never;
}

/**
 * A document that contains members of an extension instead of data. The type parameter names them:
 * `ExtensionDocument<'atomic:results'>`.
 *
 * @see https://jsonapi.org/format/1.1/#document-top-level
 */
export type ExtensionDocument<Member extends `${string}:${string}`> = TopLevel & {
  readonly [Name in Member]: unknown;
} & {
  readonly data?: never;
  readonly errors?: never;
  readonly included?: never;
  readonly meta?: MetaObject;
};

/**
 * Any document of the base specification. Contains at least one of data, errors, and meta. Data and errors must not
 * occur together, and included requires data.
 *
 * @see https://jsonapi.org/format/1.1/#document-top-level
 */
export type JsonApiDocument = DataDocument | ErrorDocument | MetaDocument;
