import { isObject } from '../../internal/members.ts';
import { type OptionTable, optionTable, readOptions } from '../../internal/options.ts';
import type { Extension } from '../../media-type/extension.ts';
import type { Fieldsets } from '../../query/query.ts';
import type { Api } from '../../schema/api.ts';
import type { IncludePath, TypeName } from '../../schema/infer.ts';
import type { ResourceUrls } from '../../schema/url/resource-urls.ts';
import { isUrlScheme } from '../../schema/url/url-scheme.ts';
import type { JsonApiObject } from '../../spec/document/jsonapi-object.ts';
import type { AdditionalMembers, MetaObject, TopLevelLinks } from '../../spec/document/links-object.ts';
import type { AnyResourceMembers, ResourceMembers } from '../compound/resource-members.ts';

/** The contents of a document besides its primary data, and the URLs of its links. */
export interface BuildOptions<A extends Api, Type extends TypeName<A>> {
  /** Relationship paths to include. If set, also to an empty array, the document has `included`. */
  readonly include?: readonly IncludePath<A, Type>[] | undefined;
  /** Field names by type. A type without an entry has all its fields. */
  readonly fields?: Fieldsets<A> | undefined;
  readonly links?: TopLevelLinks | undefined;
  readonly meta?: MetaObject | undefined;
  readonly jsonapi?: JsonApiObject | undefined;
  /** The extensions that apply to the document. It must not contain members of other extensions. Default: none. */
  readonly extensions?: readonly Extension[] | undefined;
  /** Top-level at-members, and members of applied extensions. */
  readonly additional?: AdditionalMembers | undefined;
  /**
   * The base URL of the API, such as `https://example.com/api`, or "" for links from the root. If set, every resource
   * and relationship has its recommended links. Default: no links.
   */
  readonly baseUrl?: string | undefined;
  /**
   * The URLs of resources and relationships in your own scheme, instead of `baseUrl`: `createUrlScheme(api, …)`, or
   * functions. Links without a function are omitted: `{ resource: resourceUrls(baseUrl).resource }` links only
   * resources.
   */
  readonly urls?: Partial<ResourceUrls> | undefined;
  /** Additional members of resource objects, by type: functions of the record. */
  readonly resources?: { readonly [Name in TypeName<A>]?: ResourceMembers<A, Name> } | undefined;
  /**
   * Whether resources of a type can be found by their ids, so that they have URLs below `baseUrl`. If not, they do not have
   * links, and relationships with this target type have no `related` link. Default: true for all types.
   */
  readonly canFind?: ((type: string) => boolean) | undefined;
  /**
   * Whether the related resources of a type can be found if a record does not contain them. If not, relationships that are
   * not loaded do not have links. Default: true for all types.
   */
  readonly canFindRelated?: ((type: string) => boolean) | undefined;
  /**
   * Returns the related records of a record by relationship name, for applications that load them separately. Called
   * first; if it returns undefined, the property of the record is read.
   */
  readonly related?: ((record: object, relationship: string) => unknown) | undefined;
  /**
   * Returns the type of a record if several types are possible. If it returns undefined, the record's own `type` is
   * read.
   */
  readonly typeOf?: ((record: object) => string | undefined) | undefined;
}

/** Build options without the types of an API. */
export interface AnyBuildOptions extends Omit<BuildOptions<Api, string>, 'resources'> {
  readonly resources?: Readonly<Record<string, AnyResourceMembers | undefined>> | undefined;
}

const optionKinds = {
  include: 'any',
  fields: 'any',
  links: 'any',
  meta: 'any',
  jsonapi: 'any',
  extensions: 'array',
  additional: 'object',
  baseUrl: 'string',
  urls: 'object',
  resources: 'object',
  canFind: 'function',
  canFindRelated: 'function',
  related: 'function',
  typeOf: 'function',
} as const;

/** Returns a literal with all options: V8 creates it in 5 ns. */
function literalOf({
  include,
  fields,
  links,
  meta,
  jsonapi,
  extensions,
  additional,
  baseUrl,
  urls,
  resources,
  canFind,
  canFindRelated,
  related,
  typeOf,
}: AnyBuildOptions): { readonly [Name in keyof typeof optionKinds]: AnyBuildOptions[Name] } {
  return {
    include,
    fields,
    links,
    meta,
    jsonapi,
    extensions,
    additional,
    baseUrl,
    urls,
    resources,
    canFind,
    canFindRelated,
    related,
    typeOf,
  };
}

const options: OptionTable = optionTable(optionKinds, 'option', () => literalOf(options.blank) as never);
const urlFunctions: OptionTable = optionTable(
  { resource: 'function', relationship: 'function', related: 'function' },
  'function',
);
const functions = { meta: 'function', links: 'function' } as const;
const relationshipFunctions: OptionTable = optionTable({ ...functions, additional: 'function' }, 'function');
const resourceFunctions: OptionTable = optionTable(
  { ...functions, additional: 'function', identifierMeta: 'function', relationships: 'object' },
  'function',
);

/** Reads the `resources` option. Every function becomes an own member. */
function readResources(where: string, resources: object): NonNullable<AnyBuildOptions['resources']> {
  const result = new Map<string, AnyResourceMembers>();
  for (const [type, functions] of Object.entries(resources as NonNullable<AnyBuildOptions['resources']>)) {
    if (functions === undefined) continue;
    const at = `${where}: resources.${type}`;
    const read = readOptions(at, functions, resourceFunctions);
    const relationships = Object.entries(read.relationships ?? {}).flatMap(([name, its]) =>
      its === undefined
        ? []
        : [[name, readOptions(`${at}.relationships.${name}`, its, relationshipFunctions)] as const],
    );
    result.set(type, { ...read, relationships: Object.fromEntries(relationships) });
  }
  return Object.fromEntries(result);
}

const everyObject: AnyBuildOptions = Object.prototype;

/**
 * Reads options without functions, as most documents have them, member by member: takes 20 ns, and `readOptions` 60 ns.
 * Returns undefined for other options, for an unknown name, for a wrong value, and if every object inherits an option.
 */
function readFewOptions(given: AnyBuildOptions): AnyBuildOptions | undefined {
  const read = literalOf(given);
  const { baseUrl } = read;
  const hasOthers =
    read.extensions !== undefined ||
    read.additional !== undefined ||
    read.urls !== undefined ||
    read.resources !== undefined ||
    read.canFind !== undefined ||
    read.canFindRelated !== undefined ||
    read.related !== undefined ||
    read.typeOf !== undefined;
  if (hasOthers || (baseUrl !== undefined && typeof baseUrl !== 'string')) return undefined;
  const isInherited =
    everyObject.include !== undefined ||
    everyObject.fields !== undefined ||
    everyObject.links !== undefined ||
    everyObject.meta !== undefined ||
    everyObject.jsonapi !== undefined ||
    everyObject.baseUrl !== undefined;
  if (isInherited) return undefined;
  for (const name in given) if (!options.kinds.has(name)) return undefined;
  return read;
}

/**
 * Reads the options of a build.
 *
 * @param where The name of the function, for error messages.
 * @throws {TypeError} If an option is unknown, or its value has another kind.
 */
export function readBuildOptions(where: string, buildOptions: object | undefined): AnyBuildOptions {
  if (buildOptions === undefined) return options.blank;
  const few = isObject(buildOptions) ? readFewOptions(buildOptions) : undefined;
  if (few !== undefined) return few;
  const read = readOptions<AnyBuildOptions>(where, buildOptions, options);
  const { urls, resources } = read;
  if (urls === undefined && resources === undefined) return read;
  return {
    ...read,
    urls: urls && (isUrlScheme(urls) ? urls : readOptions(`${where}: urls`, urls, urlFunctions)),
    resources: resources && readResources(where, resources),
  };
}
