import type { Extension, Profile } from '@linkage/core';

/** The fields of each type that functions of records need. */
export type NeededFields = Readonly<Record<string, readonly string[] | undefined>>;

/** The document to which members are added: its URL and its user. */
export interface MemberFacts<Context = unknown> {
  readonly context: Context;
  /** The query parameters of the request. */
  readonly parameters: URLSearchParams;
}

/** Members that an extension adds while it is applied, by their name without the namespace. */
export type AddedMembers = Readonly<Record<string, unknown>> | undefined;

/** Functions that return the members of an extension. Each is called when an object of its kind is written. */
export interface ExtensionMembersOf<Context = unknown> {
  /** The fields that the functions of records read, by type. A record contains its id and these fields alone, as the user reads them. */
  readonly needs?: NeededFields | undefined;
  readonly document?: (facts: MemberFacts<Context>) => AddedMembers;
  /** For each resource object, from its record. */
  readonly resource?: (record: object, type: string, facts: MemberFacts<Context>) => AddedMembers;
  /** For each relationship object, from the record of its resource. */
  readonly relationship?: (
    record: object,
    type: string,
    relationship: string,
    facts: MemberFacts<Context>,
  ) => AddedMembers;
  /** For the top-level links object. */
  readonly links?: (facts: MemberFacts<Context>) => AddedMembers;
  /** For each error object. */
  readonly error?: (error: Readonly<Record<string, unknown>>) => AddedMembers;
}

/** Members that a profile adds to a meta object. */
export type AddedMeta = Readonly<Record<string, unknown>> | undefined;

/** Functions that return members of meta objects. The server merges those of all profiles and pages. */
export interface ProfileMeta<Context = unknown> {
  /** The fields that the functions of records read, by type. A record contains its id and these fields alone, as the user reads them. */
  readonly needs?: NeededFields | undefined;
  /** For the top-level meta object. */
  readonly document?: (facts: MemberFacts<Context>) => AddedMeta;
  /** For each resource object, primary or included, from its record. */
  readonly resource?: (record: object, type: string, facts: MemberFacts<Context>) => AddedMeta;
  /** For each resource identifier object whose resource was loaded, from its record. */
  readonly identifier?: (record: object, type: string, facts: MemberFacts<Context>) => AddedMeta;
  /** For each error object. */
  readonly error?: (error: Readonly<Record<string, unknown>>) => AddedMeta;
}

/** An extension that applies to a request, with the functions that return its members. */
export interface ExtensionHooks {
  readonly extension: Extension;
  readonly members?: ExtensionMembersOf | undefined;
}

/** A profile that applies to a request, with the functions that return its members. */
export interface ProfileHooks {
  readonly profile: Profile;
  readonly meta?: ProfileMeta | undefined;
  /** The `type` link of errors that these codes name, as URIs by code. */
  readonly errorTypes?: Readonly<Record<string, string>> | undefined;
}
