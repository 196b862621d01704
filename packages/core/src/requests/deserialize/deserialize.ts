import { describeValue, truncate } from '../../internal/describe-value.ts';
import { isObject, ownMembers } from '../../internal/members.ts';
import { type OptionTable, optionTable, readOptional } from '../../internal/options.ts';
import type { Fieldsets } from '../../query/query.ts';
import type { Api } from '../../schema/api.ts';
import type { IncludePath, TypeName } from '../../schema/infer.ts';
import type { JsonObject } from '../../spec/grammar/node.ts';
import type { DeserializedData, DeserializedDocument } from './deserialized-document.ts';
import { linkResources } from './link-resources.ts';

/**
 * Options of `deserialize`. Only `collection` is checked against the document; the other options are for the compiler.
 */
export interface DeserializeOptions<
  A extends Api,
  Type extends TypeName<A>,
  Include extends readonly string[],
  Fields,
  Collection extends boolean,
> {
  /** The API that declares the types of the resources. */
  readonly api?: A | undefined;
  /** The type of the primary data, or an array of types. Default: any type of the API. */
  readonly type?: Type | readonly Type[] | undefined;
  /** The relationship paths that the request included. */
  readonly include?: Include | undefined;
  /** The fieldsets of the request. */
  readonly fields?: Fields | undefined;
  /** Whether the primary data must be a collection. */
  readonly collection?: Collection | undefined;
}

const optionsTable: OptionTable = optionTable(
  { api: 'object', type: 'any', include: 'any', fields: 'any', collection: 'boolean' },
  'option',
  () => ({ api: undefined, type: undefined, include: undefined, fields: undefined, collection: undefined }),
);

/** Returns the beginning of the first error, for use in a message. */
function firstError(errors: unknown): string {
  const [first] = Array.isArray(errors) ? errors : [];
  if (!isObject(first)) return '';
  const { status, title, detail } = ownMembers(first);
  const said = [status, title, detail].filter((word) => typeof word === 'string').map((it) => truncate(it));
  return said.length === 0 ? '' : `: ${said.join(' ')}`;
}

/** Returns the members of a document with data. */
function readDocument(document: unknown, collection: boolean | undefined): JsonObject {
  if (!isObject(document)) throw new TypeError(`The document must be an object, but it is ${describeValue(document)}.`);
  const members = ownMembers(document);
  const { data, errors } = members;
  if (data === undefined && errors !== undefined) {
    throw new TypeError(`The document must contain data, but it contains errors${firstError(errors)}`, {
      cause: errors,
    });
  }
  if (data === undefined) throw new TypeError('The document must contain `data`.');
  if (collection !== undefined && collection !== Array.isArray(data)) {
    throw new TypeError(
      `The primary data must ${collection ? 'be' : 'not be'} a collection, but it is ${describeValue(data)}.`,
    );
  }
  return members;
}

/**
 * Converts the resources of a document to plain objects. Each resource becomes one object whose relationships contain
 * the related objects.
 *
 * @param document A parsed document. It is not changed; attribute values are shared with it.
 * @returns Objects that belong to the user and are not frozen. A relationship without linkage is absent. An
 * identifier whose resource is not in the document is not replaced, and neither is an invalid value. At-members and
 * members of extensions are not fields: `resourceOf` returns the resource object that contains them. If several
 * resources have the same type and id, the first one is used; primary data precedes included resources.
 * @throws {TypeError} If the document does not contain data: it contains errors (the `cause` of the TypeError) or only
 * meta.
 * @see https://jsonapi.org/format/1.1/#document-compound-documents
 */
export function deserialize<
  Given,
  A extends Api = never,
  const Type extends TypeName<A> = TypeName<A>,
  const Include extends readonly IncludePath<A, Type>[] = readonly [],
  const Fields extends Fieldsets<A> = Record<never, never>,
  const Collection extends boolean = boolean,
>(
  document: Given extends PromiseLike<unknown> ? 'Await the document: it must not be a promise' : Given,
  options?: DeserializeOptions<A, Type, Include, Fields, Collection>,
): DeserializedDocument<DeserializedData<Given, A, Type, Include, Fields, Collection>> {
  const { collection } = readOptional('deserialize', options, optionsTable);
  const members = readDocument(document, collection);
  const { links, meta, jsonapi } = members;
  const { data, included, resourceOf } = linkResources(members.data, members.included);
  return Object.freeze({
    data,
    ...(included === undefined ? {} : { included }),
    ...(links === undefined ? {} : { links }),
    ...(meta === undefined ? {} : { meta }),
    ...(jsonapi === undefined ? {} : { jsonapi }),
    resourceOf,
  }) as never;
}
