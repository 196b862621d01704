import type { Api, BuildOptions, MetaObject, ResourceType } from '@linkage/core';
import { mergeMeta } from '@linkage/core/internal';
import type { Members } from '../errors/hook-result.ts';

/** Returns members from a record, or undefined if it adds none. */
type AddFrom<Given> = (given: Given) => object | undefined;

/** Functions that add members to a resource object or a relationship object, from the record of the resource. */
export interface ObjectMembers {
  readonly meta: AddFrom<object> | undefined;
  readonly links: AddFrom<object> | undefined;
  /** Members of extensions. */
  readonly additional: AddFrom<object> | undefined;
}

/** Functions that add members to the resources of a type. */
export interface TypeMembers extends ObjectMembers {
  /** The meta object of each identifier of this type. */
  readonly identifierMeta: AddFrom<{ readonly id: string; readonly record: object | undefined }> | undefined;
  readonly relationships: ReadonlyMap<string, ObjectMembers> | undefined;
}

/** The top-level members of a document. */
export interface TopLevelMembers {
  readonly members: object | undefined;
  readonly links: object | undefined;
  readonly meta: MetaObject | undefined;
}

/**
 * What the profiles, the application, the extensions, or the pages add to a document. In a list of contributors, the members of later
 * ones have priority; meta objects are merged. A place without functions costs nothing.
 */
export interface Contributor {
  readonly document: (() => TopLevelMembers) | undefined;
  /** The types to whose resources it can add something. Default: all. */
  readonly types: Iterable<string> | undefined;
  readonly resources: ((type: ResourceType) => TypeMembers | undefined) | undefined;
}

/** An object to which nothing is added. Own members hide those of `Object.prototype`. */
export const noMembers: TypeMembers = Object.freeze({
  ...{ meta: undefined, links: undefined, additional: undefined, identifierMeta: undefined, relationships: undefined },
});

type Join = (all: readonly (object | undefined)[]) => object | undefined;

const joinMeta: Join = (all) => mergeMeta(...(all as readonly (Members | undefined)[]));

const joinMembers: Join = (all) => {
  const present = all.filter((it) => it !== undefined);
  return present.length < 2 ? present.at(0) : Object.fromEntries(present.flatMap((it) => Object.entries(it)));
};

const joins = { meta: joinMeta, links: joinMembers, additional: joinMembers } as const;
const joinsOfType = { ...joins, identifierMeta: joinMeta } as const;

/** Joins the functions for an object. A single function is called as it is. All members are own members, which hide inherited ones. */
function joined(all: readonly ObjectMembers[], joinsOf: Readonly<Record<string, Join>>): object {
  const entries = Object.entries(joinsOf).map(([name, join]) => {
    const functions = all.flatMap(
      (it) => ((it as TypeMembers)[name as keyof typeof joinsOfType] as AddFrom<unknown> | undefined) ?? [],
    );
    const add = functions.length < 2 ? functions.at(0) : (given: unknown) => join(functions.map((it) => it(given)));
    return [name, add] as const;
  });
  return Object.fromEntries(entries);
}

function joinedType(all: readonly TypeMembers[]): object {
  const names = new Set(all.flatMap(({ relationships }) => [...(relationships?.keys() ?? [])]));
  const relationships = Array.from(names, (name) => {
    const its = all.flatMap((it) => it.relationships?.get(name) ?? []);
    return [name, joined(its, joins)] as const;
  });
  // The writer of strings needs no objects for relationships to which nothing is added.
  const ofRelationships = relationships.length === 0 ? undefined : Object.fromEntries(relationships);
  return { ...joined(all, joinsOfType), relationships: ofRelationships };
}

/** Returns the top-level members of all contributors. */
export function documentMembers(contributors: readonly Contributor[]): TopLevelMembers {
  const [only, ...others] = contributors;
  if (only?.document !== undefined && others.length === 0) return only.document();
  const all = contributors.flatMap(({ document }) => document?.() ?? []);
  return {
    members: joinMembers(all.map(({ members }) => members)),
    links: joinMembers(all.map(({ links }) => links)),
    meta: mergeMeta(...all.map(({ meta }) => meta)),
  };
}

type Resources = NonNullable<BuildOptions<Api, string>['resources']>;

/** Returns the functions of all contributors by type, or undefined if there are none. */
export function resourceMembers(api: Api, contributors: readonly Contributor[]): Resources | undefined {
  const adding = contributors.filter(({ resources }) => resources !== undefined);
  if (adding.length === 0) return undefined;
  const types = adding.some((it) => it.types === undefined)
    ? api.types.keys()
    : new Set(adding.flatMap((it) => [...(it.types ?? [])]));
  const entries = Array.from(types).flatMap((name) => {
    const type = api.types.get(name);
    const all = type === undefined ? [] : adding.flatMap(({ resources }) => resources?.(type) ?? []);
    return all.length === 0 ? [] : [[name, joinedType(all)] as const];
  });
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Resources);
}
