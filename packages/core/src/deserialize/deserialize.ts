import type { DataDocument } from '../document/document.ts';
import { excerpt } from '../internal/excerpt.ts';
import { isObject, ownMember } from '../internal/is-object.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import { show } from '../internal/show.ts';
import type { Fieldsets } from '../query/query.ts';
import type { Api } from '../schema/api.ts';
import type { IncludePath, TypeName } from '../schema/infer.ts';
import type { DeserializedData, DeserializedDocument } from './deserialized-document.ts';
import { linkResources } from './link-resources.ts';

/** What is known of a document: all but `collection` is for the compiler only, and not checked against the document. */
export interface DeserializeOptions<
  A extends Api,
  Type extends TypeName<A>,
  Path extends string,
  Fields,
  Collection extends boolean,
> {
  /** The API whose types the resources have. */
  readonly api?: A | undefined;
  /** The type of the primary data, or a list of types. Default: any type of the API. */
  readonly type?: Type | readonly Type[] | undefined;
  /** The relationship paths that the request asked to include. */
  readonly include?: readonly Path[] | undefined;
  /** The fieldsets that the request asked for. */
  readonly fields?: Fields | undefined;
  /** Whether the primary data is a collection; where it is not what was said, the document is refused. */
  readonly collection?: Collection | undefined;
}

const optionsTable: OptionTable = optionTable({
  api: 'object',
  type: 'any',
  include: 'any',
  fields: 'any',
  collection: 'boolean',
});

/** The first of the errors in a few words. */
function firstError(errors: unknown): string {
  const [first] = Array.isArray(errors) ? errors : [];
  if (!isObject(first)) return '';
  const words = ['status', 'title', 'detail'].map((name) => ownMember(first, name));
  const said = words.filter((it) => typeof it === 'string').map((it) => excerpt(it));
  return said.length === 0 ? '' : `: ${said.join(' ')}`;
}

function assertData(document: unknown, collection: boolean | undefined): asserts document is DataDocument {
  if (!isObject(document)) throw new TypeError(`A document is an object, not ${show(document)}.`);
  const [data, errors] = [ownMember(document, 'data'), ownMember(document, 'errors')];
  if (data === undefined && errors !== undefined) {
    throw new TypeError(`The document reports errors instead of data${firstError(errors)}`, { cause: errors });
  }
  if (data === undefined) throw new TypeError('The document has no data to link.');
  if (collection !== undefined && collection !== Array.isArray(data)) {
    throw new TypeError(`The primary data is ${collection ? 'no' : 'a'} collection: ${show(data)}.`);
  }
}

/**
 * Turns the resources of a document into plain objects, each once, whose relationships hold the related objects.
 *
 * @param document A parsed document. It stays as it is; attribute values are shared with it.
 * @returns Objects that are yours and not frozen. A relationship without linkage is absent; an identifier whose resource
 * is not in the document stays as it is, and so does any value that is not what it should be. Of resources with the same
 * type and id the first counts, those of the primary data before the included ones.
 * @throws {TypeError} The document has no data: it reports errors (they are its `cause`), or nothing but meta.
 * @see https://jsonapi.org/format/1.1/#document-compound-documents
 */
export function deserialize<
  Given,
  A extends Api = never,
  const Type extends TypeName<A> = TypeName<A>,
  const Path extends IncludePath<A, Type> = never,
  const Fields extends Fieldsets<A> = Record<never, never>,
  const Collection extends boolean = boolean,
>(
  document: Given,
  options: DeserializeOptions<A, Type, Path, Fields, Collection> = {},
): DeserializedDocument<DeserializedData<Given, A, Type, Path, Fields, Collection>> {
  const { collection } = readOptions('deserialize', options, optionsTable);
  assertData(document, collection);
  const own = (name: string): unknown => ownMember(document, name);
  const [links, meta, jsonapi] = [own('links'), own('meta'), own('jsonapi')];
  const { data, included, resourceOf } = linkResources(own('data'), own('included'));
  return Object.freeze({
    data,
    ...(included === undefined ? {} : { included }),
    ...(links === undefined ? {} : { links }),
    ...(meta === undefined ? {} : { meta }),
    ...(jsonapi === undefined ? {} : { jsonapi }),
    resourceOf,
  }) as never;
}
