import type {
  AdditionalMembers,
  Api,
  BuildOptions,
  ExtensionMembers,
  MetaObject,
  ResourceType,
  TopLevelLinks,
} from '@linkage/core';
import type { LoadedRecords } from '../reading/loaded-records.ts';
import type { Route } from '../request/route.ts';
import { applicationTopLevelMembers, withApplicationMembers } from './add-application-members.ts';
import type { ExtensionMembersOf, MemberFacts, ProfileMeta } from './added-members.ts';
import { type Members, mergeMeta } from './hook-result.ts';
import { type AppliedHooks, memberHooks, membersOfExtensions, metaOfProfiles } from './plug-in-hooks.ts';
import type { ResponseContext, SharedResponse } from './response-context.ts';

/** The top-level members that the application, the extensions, and the profiles of a response add. */
export interface TopLevelMembers {
  readonly members: ExtensionMembers | undefined;
  readonly links: ExtensionMembers | undefined;
  readonly meta: MetaObject | undefined;
}

const NONE: TopLevelMembers = { members: undefined, links: undefined, meta: undefined };

function factsOf({ call, parameters }: SharedResponse): MemberFacts {
  return { context: call.context, parameters };
}

/**
 * Calls the top-level hooks of the application, the extensions, and the profiles of a response.
 *
 * @param route Undefined at the URL of an endpoint.
 * @throws {TypeError} If a hook does not return an object or undefined.
 */
export function topLevelMembers(shared: SharedResponse, route?: Route): TopLevelMembers {
  const { applicationMembers } = shared.setup;
  const { extensions, profiles } = memberHooks(shared.applied, shared.negotiated);
  if (applicationMembers === undefined && extensions.length === 0 && profiles.length === 0) return NONE;
  const facts = factsOf(shared);
  const ofApplication = applicationTopLevelMembers(applicationMembers, facts, route);
  const links = membersOfExtensions(extensions, 'links', [facts]);
  return {
    members: membersOfExtensions(extensions, 'document', [facts]),
    links: ofApplication.links === undefined ? links : { ...ofApplication.links, ...links },
    meta: mergeMeta(metaOfProfiles(profiles, 'document', [facts]), ofApplication.meta),
  };
}

/** Whether the application, an extension, or a profile of a response adds anything to its documents. */
export function addsMembers({ setup, applied, negotiated }: SharedResponse): boolean {
  if (setup.applicationMembers !== undefined) return true;
  const { extensions, profiles } = memberHooks(applied, negotiated);
  return extensions.length > 0 || profiles.length > 0;
}

type BuildMembers = Pick<BuildOptions<Api, string>, 'extensionMembers' | 'links' | 'meta'>;

/** Returns the document options for top-level members. Those of the server override all others. */
export function topLevelOptions(
  context: ResponseContext,
  links: TopLevelLinks,
  meta: MetaObject | undefined,
): BuildMembers {
  const added = topLevelMembers(context, context.route);
  const allMeta = mergeMeta(added.meta, meta);
  const allLinks = added.links === undefined ? links : { ...added.links, ...links };
  return {
    links: Object.keys(allLinks).length > 0 ? allLinks : undefined,
    meta: allMeta,
    extensionMembers: added.members,
  } as BuildMembers;
}

/** Adds the members of all extensions and profiles to the document of an endpoint. Its own members have priority. */
export function withTopLevelMembers(document: Members, { members, links, meta }: TopLevelMembers): Members {
  const { links: documentLinks, meta: documentMeta } = { links: undefined, meta: undefined, ...document } as Members;
  const allMeta = mergeMeta(meta, documentMeta as Members | undefined);
  return {
    ...members,
    ...document,
    ...(links === undefined ? {} : { links: { ...links, ...(documentLinks as Members | undefined) } }),
    ...(allMeta === undefined ? {} : { meta: allMeta }),
  };
}

type Resources = NonNullable<BuildOptions<Api, string>['resources']>;
type ResourceMembers = NonNullable<Resources[string]>;

interface Adding {
  readonly hooks: AppliedHooks;
  readonly facts: MemberFacts;
  readonly loaded: LoadedRecords;
}

function hasMember({ extensions }: AppliedHooks, hook: keyof ExtensionMembersOf): boolean {
  return extensions.some(({ members }) => members?.[hook] !== undefined);
}

function hasMeta({ profiles }: AppliedHooks, hook: keyof ProfileMeta): boolean {
  return profiles.some(({ meta }) => meta?.[hook] !== undefined);
}

function relationshipsWith(
  { hooks, facts }: Adding,
  type: ResourceType,
  base: ResourceMembers['relationships'],
): ResourceMembers['relationships'] {
  const names = [...type.relationships.values()].filter(({ read }) => read).map(({ name }) => name);
  const entries = names.map((name) => {
    const additional = (record: object) =>
      membersOfExtensions(hooks.extensions, 'relationship', [record, type.name, name, facts]);
    const present = base !== undefined && Object.hasOwn(base, name) ? base[name as never] : undefined;
    return [name, { meta: undefined, links: undefined, ...(present as object | undefined), additional }] as const;
  });
  return Object.fromEntries(entries);
}

/** Own members, which hide properties of `Object.prototype`. */
const noMembers = {
  meta: undefined,
  links: undefined,
  additional: undefined,
  identifierMeta: undefined,
  relationships: undefined,
};

/** Returns the functions of one type. Omits functions without a hook, because each is called for every resource. */
function membersOfType({ hooks, facts, loaded }: Adding, type: ResourceType, base: ResourceMembers): ResourceMembers {
  const { extensions, profiles } = hooks;
  const { name } = type;
  const meta = (record: object) =>
    mergeMeta(metaOfProfiles(profiles, 'resource', [record, name, facts]), base.meta?.(record as never));
  const identifierMeta = ({ id, record }: { readonly id: string; readonly record: object | undefined }) => {
    const loadedRecord = loaded.get(name, id) ?? record;
    return loadedRecord && metaOfProfiles(profiles, 'identifier', [loadedRecord, name, facts]);
  };
  const additional = (record: object) =>
    membersOfExtensions(extensions, 'resource', [record, name, facts]) as AdditionalMembers | undefined;
  const relationships =
    hasMember(hooks, 'relationship') && relationshipsWith({ hooks, facts, loaded }, type, base.relationships);
  return {
    ...base,
    ...(hasMeta(hooks, 'resource') ? { meta } : {}),
    ...(hasMeta(hooks, 'identifier') ? { identifierMeta } : {}),
    ...(hasMember(hooks, 'resource') ? { additional } : {}),
    ...(relationships ? { relationships } : {}),
  };
}

/**
 * Returns the additional members of resource objects, relationship objects, and identifiers: from pages, the
 * application, extensions, and profiles.
 */
export function resourceOptions(
  operationContext: ResponseContext,
  loaded: LoadedRecords,
  base: Resources | undefined,
): Resources | undefined {
  const hooks = memberHooks(operationContext.applied, operationContext.negotiated);
  const { applicationMembers, isServed, api } = operationContext.setup;
  if (applicationMembers === undefined && hooks.extensions.length === 0 && hooks.profiles.length === 0) return base;
  const adding = { hooks, facts: factsOf(operationContext), loaded };
  const types = [...api.types.values()];
  const baseOf = (name: string): ResourceMembers =>
    ({
      ...noMembers,
      ...(base !== undefined && Object.hasOwn(base, name) ? base[name] : undefined),
    }) as ResourceMembers;
  const withApplication = (type: ResourceType): ResourceMembers =>
    withApplicationMembers(applicationMembers, type, baseOf(type.name), adding.facts, isServed(type.name));
  return Object.fromEntries(types.map((type) => [type.name, membersOfType(adding, type, withApplication(type))]));
}
