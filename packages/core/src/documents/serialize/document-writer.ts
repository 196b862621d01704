import { unchanged } from '../../internal/finish.ts';
import { jsonCopy } from '../../internal/json-copy.ts';
import type { Api, ResourceType } from '../../schema/api.ts';
import type { UrlScheme } from '../../schema/url/url-scheme.ts';
import type { DataDocument } from '../../spec/document/document.ts';
import type { ResourceObject } from '../../spec/document/resource-object.ts';
import type { AnyBuildOptions } from '../build/build-options.ts';
import { copyMeta } from '../compound/check-json.ts';
import { cachedDocumentPlan } from '../compound/document-plan.ts';
import type { IncludePlan } from '../compound/include-plan.ts';
import { renderCompound } from '../compound/render-compound.ts';
import type { RenderContext, RenderResource } from '../compound/render-context.ts';
import { resourceObject } from '../compound/resource.ts';
import { identifierMetaOf } from '../compound/resource-members.ts';
import { availabilityBy, type DocumentPlan, resourcePlan } from '../compound/resource-plan.ts';
import { joinStrings, textOf, writeResource } from '../compound/write-resource.ts';
import { idOf } from '../record/record-id.ts';

/** Options that all documents of a server share. */
export interface WriterOptions {
  readonly urls: UrlScheme;
  /** Whether resources of a type have URLs. Called once for each type. */
  readonly canFind: (type: string) => boolean;
  /** Whether the relationships of a type can be read if a record does not contain them. Called once for each type. */
  readonly canFindRelated: (type: string) => boolean;
}

/**
 * Options of one document of a server. The top-level members are not checked, except `meta`: the server creates them itself, or has passed
 * those of the application to `settleEnvelope`. The `jsonapi` object must not change later. Checks the results of `resources`.
 */
export type WrittenOptions = Pick<
  AnyBuildOptions,
  'fields' | 'links' | 'meta' | 'jsonapi' | 'extensions' | 'additional' | 'resources' | 'related' | 'typeOf'
> & {
  /** The include paths from the types of the primary data. Default: the document has no `included`. */
  readonly plan?: IncludePlan | undefined;
  /** Returns the record of a related resource, or undefined to leave it out. Default: the records in the values of relationships. */
  readonly recordOf?: ((type: string, id: string) => object | undefined) | undefined;
};

/**
 * Writes the documents of a server: the same strings as `serialize`, without checks of options that the server itself
 * creates.
 */
export interface DocumentWriter {
  /**
   * Returns the JSON text of the document of one record, of an array of records, or of null.
   *
   * @throws {TypeError} If a field or a path does not exist, or a record violates a rule, for example because it does
   * not have an id or occurs twice.
   */
  readonly write: (
    types: readonly string[],
    records: object | null | readonly object[],
    options: WrittenOptions,
  ) => string;
  /**
   * Returns the document that `write` writes, as frozen objects. They share nothing with the records.
   *
   * @throws {TypeError} As `write`.
   */
  readonly build: (
    types: readonly string[],
    records: object | null | readonly object[],
    options: WrittenOptions,
  ) => DataDocument;
}

/** Renders a resource as an object that shares nothing with its record: nested values of attributes are copied. */
const buildResource: RenderResource<ResourceObject> = (...given) => {
  const resource = resourceObject(...given);
  const { attributes }: { readonly attributes?: object } = resource;
  if (attributes === undefined || !Object.values(attributes).some(isObjectValue)) return resource;
  return Object.freeze({ ...resource, attributes: jsonCopy(attributes, Object.freeze) }) as ResourceObject;
};

function isObjectValue(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Creates the writer of the documents of a server. It caches its plans for all of them. */
export function createDocumentWriter(api: Api, { urls, canFind, canFindRelated }: WriterOptions): DocumentWriter {
  const availability = availabilityBy(canFind, canFindRelated);
  const documentPlans = new Map<string, DocumentPlan>();
  /** The last `jsonapi` object and its text: most documents of a server have the same one. */
  let [lastJsonapi, lastOpen]: [WrittenOptions['jsonapi'], string] = [undefined, '{'];
  /** The plans of documents without fieldsets, by their include paths. */
  const whole = new WeakMap<object, DocumentPlan>();
  const contextOf = (options: WrittenOptions, frozen: boolean): RenderContext => {
    const { plan, fields, resources, related, typeOf, recordOf, extensions } = options;
    const key = plan ?? api;
    let documentPlan = fields === undefined ? whole.get(key) : undefined;
    if (documentPlan === undefined) {
      documentPlan = cachedDocumentPlan(documentPlans, api, fields, plan?.root.remainingPaths, urls, availability);
      if (fields === undefined) whole.set(key, documentPlan);
    }
    const identifierMeta = resources === undefined ? undefined : identifierMetaOf(resources);
    return {
      documentPlan,
      reader: { api, related, recordOf, typeOf, identifierMeta },
      urls: undefined,
      resources,
      extensions,
      frozen,
    };
  };
  return {
    build(types, records, options) {
      const { plan, links, meta, jsonapi, additional } = options;
      const context = contextOf(options, true);
      const isCollection = Array.isArray(records);
      const list: readonly object[] = isCollection ? records : records === null ? [] : [records];
      const { data, included } = renderCompound(context, types, list, plan, buildResource);
      const document = {
        ...(jsonapi === undefined ? {} : { jsonapi }),
        ...(links === undefined ? {} : { links: Object.freeze({ ...links }) }),
        ...(meta === undefined ? {} : { meta: copyMeta(meta, 'meta', Object.freeze) }),
        data: isCollection ? Object.freeze(data) : (data.at(0) ?? null),
        ...(included === undefined ? {} : { included: Object.freeze(included) }),
        ...additional,
      };
      return Object.freeze(document) as unknown as DataDocument;
    },
    write(types, records, options) {
      const { plan, links, meta, jsonapi, additional } = options;
      const context = contextOf(options, false);
      const isCollection = Array.isArray(records);
      if (jsonapi !== lastJsonapi) {
        lastJsonapi = jsonapi;
        lastOpen = jsonapi === undefined ? '{' : `{"jsonapi":${JSON.stringify(jsonapi)},`;
      }
      let open = lastOpen;
      if (links !== undefined) open += `"links":${JSON.stringify(links)},`;
      if (meta !== undefined) open += `"meta":${JSON.stringify(copyMeta(meta, 'meta', unchanged))},`;
      const added = additional === undefined ? '{}' : JSON.stringify(additional);
      const close = added === '{}' ? '}' : `,${added.slice(1)}`;
      if (!isCollection && records !== null && plan === undefined && types.length === 1) {
        const type = api.types.get(types[0] as string) as ResourceType;
        const own = resourcePlan(context.documentPlan, type);
        return `${open}"data":${textOf(writeResource(context, own, idOf(type, records), records, undefined))}${close}`;
      }
      const list: readonly object[] = isCollection ? records : records === null ? [] : [records];
      const { data, included } = renderCompound(context, types, list, plan, writeResource);
      const start = `${open}"data":${isCollection ? '[' : data.length === 0 ? 'null' : ''}`;
      const end = isCollection ? ']' : '';
      if (included === undefined) return start + joinStrings(data) + end + close;
      const border = `${end},"included":[`;
      const text = start + joinStrings(data.concat(included), data.length, border);
      return `${text}${included.length === 0 ? border : ''}]${close}`;
    },
  };
}
