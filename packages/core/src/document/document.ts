import type { AdditionalMembers } from './additional-members.ts';
import type { ErrorObject } from './error-object.ts';
import type { JsonApiObject } from './jsonapi-object.ts';
import type { TopLevelLinks } from './links-object.ts';
import type { MetaObject } from './meta-object.ts';
import type { ResourceIdentifierObject } from './resource-identifier-object.ts';
import type { ResourceObject } from './resource-object.ts';

interface TopLevel extends AdditionalMembers {
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
 * A document whose content are members of an extension, named here: `ExtensionDocument<'atomic:results'>`.
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
 * Any document of the base specification. Data and errors exclude each other, included needs data, and one of data,
 * errors and meta is there.
 *
 * @see https://jsonapi.org/format/1.1/#document-top-level
 */
export type JsonApiDocument = DataDocument | ErrorDocument | MetaDocument;
