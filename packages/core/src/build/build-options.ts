import type { AnyResourceMembers, ResourceMembers } from '../compound/resource-members.ts';
import type { ExtensionMembers } from '../document/additional-members.ts';
import type { JsonApiObject } from '../document/jsonapi-object.ts';
import type { TopLevelLinks } from '../document/links-object.ts';
import type { MetaObject } from '../document/meta-object.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import type { Fieldsets } from '../query/query.ts';
import type { Api } from '../schema/api.ts';
import type { IncludePath, TypeName } from '../schema/infer.ts';
import type { ResourceUrls } from '../url/resource-urls.ts';
import { isUrlScheme } from '../url/url-scheme.ts';

/** What a document shows, and what stands beside its primary data. */
export interface BuildOptions<A extends Api, Type extends TypeName<A>> {
  /** Relationship paths to include. With a list, also an empty one, the document has `included`. */
  readonly include?: readonly IncludePath<A, Type>[] | undefined;
  /** Field names by type; a type that is not named shows all its fields. */
  readonly fields?: Fieldsets<A> | undefined;
  readonly links?: TopLevelLinks | undefined;
  readonly meta?: MetaObject | undefined;
  readonly jsonapi?: JsonApiObject | undefined;
  /** Top-level members of the extensions that are applied, by their full name `namespace:name`. */
  readonly extensionMembers?: ExtensionMembers | undefined;
  /**
   * The URL under which the API is served, such as `https://example.com/api`, or "" for links from the root. With it,
   * every resource and relationship carries its recommended links; without it, none does.
   */
  readonly baseUrl?: string | undefined;
  /**
   * The URLs of resources and relationships in a scheme of your own, instead of `baseUrl`: `createUrlScheme(api, …)`, or
   * functions. Links whose function is absent are left out: `{ resource: resourceUrls(baseUrl).resource }` links resources only.
   */
  readonly urls?: Partial<ResourceUrls> | undefined;
  /** What resource objects carry beside their fields, by type: functions of the record. */
  readonly resources?: { readonly [Name in TypeName<A>]?: ResourceMembers<A, Name> } | undefined;
  /**
   * Whether resources of a type have URLs below `baseUrl`; those that have none carry no links, and relationships that may
   * lead to one have no `related` link. Default: all have.
   */
  readonly isServed?: ((type: string) => boolean) | undefined;
  /**
   * Whether the relationships of a type can be read at their URLs although a record does not carry them; where they cannot,
   * what was not loaded carries no links. Default: all can.
   */
  readonly isReadable?: ((type: string) => boolean) | undefined;
  /**
   * Related records by record and relationship name, for those who load them apart. It is asked first; where it gives
   * undefined, the property of the record counts.
   */
  readonly related?: ((record: object, relationship: string) => unknown) | undefined;
  /** The type of a record where several are possible; where it gives undefined, the record's own `type` counts. */
  readonly typeOf?: ((record: object) => string | undefined) | undefined;
}

/** The options of a build with the types of one API taken off. */
export interface AnyBuildOptions extends Omit<BuildOptions<Api, string>, 'resources'> {
  readonly resources?: Readonly<Record<string, AnyResourceMembers | undefined>> | undefined;
}

const optionKinds = {
  include: 'any',
  fields: 'any',
  links: 'any',
  meta: 'any',
  jsonapi: 'any',
  extensionMembers: 'object',
  baseUrl: 'string',
  urls: 'object',
  resources: 'object',
  isServed: 'function',
  isReadable: 'function',
  related: 'function',
  typeOf: 'function',
} as const;

const options: OptionTable = optionTable(optionKinds);
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

/** What `resources` says of each type, with every function as an own member. */
function readResources(where: string, given: object): NonNullable<AnyBuildOptions['resources']> {
  const made = new Map<string, AnyResourceMembers>();
  for (const [type, functions] of Object.entries(given as NonNullable<AnyBuildOptions['resources']>)) {
    if (functions === undefined) continue;
    const at = `${where}: resources.${type}`;
    const read = readOptions(at, functions, resourceFunctions);
    const relationships = Object.entries(read.relationships ?? {}).flatMap(([name, its]) =>
      its === undefined
        ? []
        : [[name, readOptions(`${at}.relationships.${name}`, its, relationshipFunctions)] as const],
    );
    made.set(type, { ...read, relationships: Object.fromEntries(relationships) });
  }
  return Object.fromEntries(made);
}

/**
 * Reads the options of a build.
 *
 * @throws {TypeError} If an option is unknown, or its value of another kind; `where` names the function.
 */
export function readBuildOptions(where: string, given: object): AnyBuildOptions {
  const read = readOptions<AnyBuildOptions>(where, given, options);
  const { urls, resources } = read;
  if (urls === undefined && resources === undefined) return read;
  return {
    ...read,
    urls: urls && (isUrlScheme(urls) ? urls : readOptions(`${where}: urls`, urls, urlFunctions)),
    resources: resources && readResources(where, resources),
  };
}
