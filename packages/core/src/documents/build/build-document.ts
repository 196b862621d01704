import type { Api } from '../../schema/api.ts';
import type { RelationshipName, TypeName } from '../../schema/infer.ts';
import { typeNames } from '../../schema/resource-type.ts';
import type { DataDocument } from '../../spec/document/document.ts';
import type { ResourceIdentifierObject, ResourceLinkage } from '../../spec/document/resource-object.ts';
import type { IdentifiedRecord, ResourceRecord } from '../record/record.ts';
import { assemble, assembleRelationship } from './assemble.ts';
import { type BuildOptions, readBuildOptions } from './build-options.ts';
import type { BuiltDocument } from './built-document.ts';

/** The fieldsets of build options. */
export type FieldsOf<Options> = Options extends { readonly fields: infer Fields } ? Fields : unknown;

/** The names that a record must have, without those that it has. */
type MissingName<Given, Expected> = {
  [Name in keyof Expected]: Name extends keyof Given ? never : undefined extends Expected[Name] ? never : Name;
}[keyof Expected] &
  string;

/** A sentence about names that records lack. It stands first, because the compiler shortens long types at the end. */
type Lacking<Name extends string> = [Name] extends [never]
  ? unknown
  : { readonly [Key in Name]: `A record must have "${Key}", but it is missing` };

/** The expected type of records that do not fit, so the compiler compares property by property. */
type Expecting<Given, Expected> =
  Given extends PromiseLike<unknown>
    ? 'Await the records: they must not be a promise'
    : Given extends readonly (infer Member)[]
      ? readonly (Lacking<MissingName<Member, Expected>> & Expected)[]
      : Lacking<MissingName<Given, Expected>> & Expected;

/** The given type if it is allowed. In tuples, because the compiler does not compare a bare type of a generic function. */
export type Fitting<Given, Expected, Allowed = Expected> = [Given] extends [Allowed]
  ? Given
  : Expecting<Given, Expected>;

/** The records of a document: one record, several records, or null, in the shape in which they are passed. */
export type Records<A extends Api, Type extends TypeName<A>, Options, Given> = FittingAll<
  Given,
  ResourceRecord<A, Type, FieldsOf<Options>>
>;

type FittingAll<Given, Expected> = Fitting<Given, Expected, Expected | readonly Expected[] | null>;

/**
 * Builds the document of one record, of an array of records, or of null. Freezes every object that it creates. Nested
 * attribute values are the user's own objects and are not frozen.
 *
 * @param types The type of the primary data. For records of mixed types, an array of types; each record then must
 * contain its `type`.
 * @throws {TypeError} If a type, a field, or a path does not exist, or a record violates a rule, for example because it
 * does not have an id or occurs twice.
 * @see https://jsonapi.org/format/1.1/#document-structure
 */
export function buildDocument<
  A extends Api,
  Type extends TypeName<A>,
  const Options extends BuildOptions<A, Type>,
  Given extends object | null,
>(
  api: A,
  types: Type | readonly Type[],
  records: Records<A, Type, Options, Given>,
  options?: Options,
): BuiltDocument<A, Type, Given, Options> {
  const checked = readBuildOptions('buildDocument', options);
  const document = assemble(api.rows ?? api, typeNames(api, types), records as object | null, checked, 'document');
  return document as unknown as BuiltDocument<A, Type, Given, Options>;
}

/**
 * Builds the document whose primary data is the resource linkage of one relationship. Relationship paths start at the
 * relationship: `comments.author` for the relationship `comments`. With `baseUrl` or `urls`, it has the links `self` and `related`.
 *
 * @throws {TypeError} If the relationship does not exist, or the record does not contain it.
 * @see https://jsonapi.org/format/1.1/#fetching-relationships
 */
export function buildRelationshipDocument<
  A extends Api,
  Type extends TypeName<A>,
  Name extends RelationshipName<A, Type>,
>(
  api: A,
  type: Type,
  record: IdentifiedRecord<A, Type, NoInfer<Name>>,
  relationship: Name,
  options?: BuildOptions<A, Type>,
): DataDocument<ResourceLinkage & (ResourceIdentifierObject | null | readonly ResourceIdentifierObject[])> {
  const checked = readBuildOptions('buildRelationshipDocument', options);
  return assembleRelationship(api.rows ?? api, type, record, relationship, checked, 'document') as never;
}
