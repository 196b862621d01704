import type { AnyBuildOptions } from '../build/build-options.ts';
import { settleMeta } from '../compound/check-json.ts';
import { renderCompound } from '../compound/render-compound.ts';
import { identifierMetaOf } from '../compound/resource-members.ts';
import type { View } from '../compound/resource-plan.ts';
import { viewIn } from '../compound/view.ts';
import { writeResource } from '../compound/write-resource.ts';
import { asMade } from '../internal/finish.ts';
import type { Api } from '../schema/api.ts';
import type { UrlScheme } from '../url/url-scheme.ts';

/** What all documents of a server have in common. */
export interface WriterOptions {
  readonly urls: UrlScheme;
  /** Whether resources of a type have URLs. It is asked once for each type. */
  readonly isServed: (type: string) => boolean;
  /** Whether the relationships of a type can be read although a record does not carry them. It is asked once for each type. */
  readonly isReadable: (type: string) => boolean;
}

/**
 * What a document of a server shows, and what stands beside its primary data. Links and the `jsonapi` object are written
 * unchecked: they must be made by the server itself, and the `jsonapi` object must not change later. Meta objects, and the functions of `resources`, are checked.
 */
export type WrittenOptions = Pick<
  AnyBuildOptions,
  'include' | 'fields' | 'links' | 'meta' | 'jsonapi' | 'resources' | 'related' | 'typeOf'
> & {
  /** The record that stands for a related resource; undefined if it is not to be included. Default: what records contain. */
  readonly recordOf?: ((type: string, id: string) => object | undefined) | undefined;
};

/** Writes the documents of a server: the same texts as `serialize`, without checks of options that the server itself makes. */
export interface DocumentWriter {
  /**
   * The JSON text of the document of one record, of an array of records, or of null.
   *
   * @throws {TypeError} A field or a path does not exist, or a record breaks a rule, for instance it has no id or is given twice.
   */
  readonly write: (
    types: readonly string[],
    records: object | null | readonly object[],
    options: WrittenOptions,
  ) => string;
}

/** The `jsonapi` object that was written last, and its text: most documents of a server have the same. */
interface KnownText {
  jsonapi: WrittenOptions['jsonapi'];
  text: string;
}

/** The members in front of the primary data. */
function openDocument(
  known: KnownText,
  jsonapi: WrittenOptions['jsonapi'],
  links: WrittenOptions['links'],
  meta: WrittenOptions['meta'],
): string {
  if (jsonapi !== known.jsonapi) {
    known.jsonapi = jsonapi;
    known.text = jsonapi === undefined ? '{' : `{"jsonapi":${JSON.stringify(jsonapi)},`;
  }
  let { text } = known;
  if (links !== undefined) text += `"links":${JSON.stringify(links)},`;
  if (meta !== undefined) text += `"meta":${JSON.stringify(settleMeta(meta, 'meta', asMade))},`;
  return text;
}

/** Texts behind another one, with commas between them. They are copied once, when the whole document is read. */
function listed(open: string, texts: readonly string[]): string {
  let text = open;
  for (let index = 0; index < texts.length; index++) text += index === 0 ? texts[index] : `,${texts[index]}`;
  return text;
}

/** Creates the writer of the documents of a server. It keeps what it settles of types for all of them. */
export function createDocumentWriter(api: Api, { urls, isServed, isReadable }: WriterOptions): DocumentWriter {
  const reach = { isServed, isReadable };
  const views = new Map<string, View>();
  const known: KnownText = { jsonapi: undefined, text: '{' };
  return {
    write(types, records, { include, fields, links, meta, jsonapi, resources, related, typeOf, recordOf }) {
      const rendering = {
        api,
        view: viewIn(views, api, fields, urls, reach),
        reader: { api, related, recordOf, typeOf },
        typeOf,
        isServed: undefined,
        isReadable: undefined,
        urls: undefined,
        resources,
        identifierMeta: identifierMetaOf(resources),
        frozen: false,
        finish: asMade,
      };
      const isCollection = Array.isArray(records);
      const list: readonly object[] = isCollection ? records : records === null ? [] : [records];
      const { data, included } = renderCompound(rendering, types, list, include, writeResource);
      const open = openDocument(known, jsonapi, links, meta);
      const text = isCollection ? `${listed(`${open}"data":[`, data)}]` : `${open}"data":${data.at(0) ?? 'null'}`;
      return included === undefined ? `${text}}` : `${listed(`${text},"included":[`, included)}]}`;
    },
  };
}
