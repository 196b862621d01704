import {
  type Extension,
  type ExtensionMembers,
  isMemberName,
  type JsonApiObject,
  type MetaObject,
  type Negotiated,
} from '@linkage/core';
import { mergeMeta, oncePer } from '@linkage/core/internal';
import { addedMembers } from '../errors/hook-result.ts';
import type { ExtensionHooks, ExtensionMembersOf, ProfileHooks, ProfileMeta } from './added-members.ts';

/** The extensions and profiles whose members a response contains. */
export interface AppliedHooks {
  readonly extensions: readonly ExtensionHooks[];
  readonly profiles: readonly ProfileHooks[];
}

/** The extensions and profiles that apply to a response, and its media type. */
export interface NegotiatedHooks extends AppliedHooks {
  readonly negotiated: Negotiated;
  /** The `jsonapi` object of the response. */
  readonly jsonapi: JsonApiObject;
  /** Whether one of them adds members to documents. */
  readonly addsMembers: boolean;
}

type Negotiation = Pick<NegotiatedHooks, 'extensions' | 'profiles' | 'negotiated'>;

/** Selects those in the media type of the response. An extension can apply to the request alone. */
export function writtenHooks({ extensions, profiles, negotiated }: Negotiation): AppliedHooks {
  if (extensions.length === 0) return { extensions, profiles };
  const uris = negotiated.extensions;
  return { extensions: extensions.filter(({ extension }) => uris.includes(extension.uri)), profiles };
}

/** Selects those that have functions for the members of documents. Most extensions and profiles have none. */
export function memberHooks(applied: Negotiation): AppliedHooks {
  const { extensions, profiles } = writtenHooks(applied);
  return {
    extensions: extensions.filter(({ members }) => members !== undefined),
    profiles: profiles.filter(({ meta }) => meta !== undefined),
  };
}

/** Returns the names that an extension declares for all kinds of objects, or undefined if it declares none. */
const declaredNames = oncePer(
  ({ members }: Extension) => members && new Set(Object.values(members).flatMap((place) => Object.keys(place))),
);

function call(hooks: object, hook: string, args: readonly unknown[], where: string) {
  const run = (hooks as Readonly<Record<string, ((...args: readonly unknown[]) => unknown) | undefined>>)[hook];
  return run === undefined ? undefined : addedMembers(Reflect.apply(run, hooks, args), where);
}

/**
 * Returns the members that one extension adds to an object, by full name, or undefined if it adds none.
 *
 * @throws {TypeError} If a name is not valid, or if the extension declares its members and the name is not one of them.
 */
export function membersOfExtension(
  { extension, members }: ExtensionHooks,
  hook: keyof ExtensionMembersOf,
  args: readonly unknown[],
): ExtensionMembers | undefined {
  if (members === undefined) return undefined;
  const where = `The extension ${extension.uri}: members.${hook}`;
  const added = call(members, hook, args, where);
  if (added === undefined) return undefined;
  const names = declaredNames(extension);
  const entries = Object.entries(added).filter(([, value]) => value !== undefined);
  const wrong = entries.find(([name]) => !isMemberName(name) || names?.has(name) === false);
  if (wrong !== undefined) {
    const expected = names === undefined ? 'valid member names' : `members that the extension declares`;
    throw new TypeError(`${where} must return ${expected}, but it returned ${JSON.stringify(wrong[0])}.`);
  }
  return Object.fromEntries(entries.map(([name, value]) => [`${extension.namespace}:${name}`, value]));
}

/** Returns the meta members that one profile adds to an object, or undefined if it adds none. */
export function metaOfProfile(
  { profile, meta }: ProfileHooks,
  hook: keyof ProfileMeta,
  args: readonly unknown[],
): MetaObject | undefined {
  return meta === undefined ? undefined : call(meta, hook, args, `The profile ${profile.uri}: meta.${hook}`);
}

/** Returns the members that all extensions add to an object, or undefined if they add none. */
export function membersOfExtensions(
  extensions: readonly ExtensionHooks[],
  hook: keyof ExtensionMembersOf,
  args: readonly unknown[],
): ExtensionMembers | undefined {
  const all = extensions
    .map((extension) => membersOfExtension(extension, hook, args))
    .filter((added) => added !== undefined);
  return all.length === 0 ? undefined : Object.assign({}, ...all);
}

/** Returns the meta members that all profiles add to an object, or undefined if they add none. */
export function metaOfProfiles(
  profiles: readonly ProfileHooks[],
  hook: keyof ProfileMeta,
  args: readonly unknown[],
): MetaObject | undefined {
  return mergeMeta(...profiles.map((profile) => metaOfProfile(profile, hook, args)));
}
