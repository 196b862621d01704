import type { Api } from '@linkage/core';
import type { AnySource, OfferedSource, WriteMethod } from '../sources/port/any-source.ts';
import type { SubjectRecord } from './subject-record.ts';

declare const permitted: unique symbol;

/**
 * What the access rules of the user have permitted. Only this file makes it, so code that forgets the rules does not compile:
 * requests read from permitted sources, and write with a permit.
 */
export type Permitted<Given> = Given & { readonly [permitted]: true };

/** A source that shows only what its user can read. */
export type VisibleSource = Permitted<OfferedSource>;

/** The view of users with the same readable fields. Their requests share it. */
export interface View {
  /** The API with only these fields. */
  readonly api: Api;
  /** Returns the source of a type, which enforces the access rules of the request that calls it. */
  readonly sourceOf: (type: string) => VisibleSource | undefined;
}

/** A resource that code of the application can receive with its record, because its user can read it. */
export type VisibleResource = Permitted<{ readonly id: string; readonly record: SubjectRecord }>;

/** Declares that a write is allowed. The steps of a write receive it from the rules. */
export type Permit = Permitted<object>;

/** Marks a source that enforces the rules. Only `guard-source.ts` calls it. */
export function visibleSource(guarded: OfferedSource): VisibleSource {
  return guarded as VisibleSource;
}

/** Marks a resource that was found with the user's access filter. Only `find-visible.ts` calls it. */
export function visibleResource(id: string, record: SubjectRecord): VisibleResource {
  return { id, record } as VisibleResource;
}

/** Returns the source of a type as a user sees it: without rules, as it is. */
export function sourceAsSeen(
  rules: { readonly sourceOf: (type: string) => VisibleSource | undefined } | undefined,
  type: string,
  server: { readonly gatewayOf: (type: string) => AnySource | undefined },
): VisibleSource | undefined {
  return rules === undefined ? (server.gatewayOf(type) as VisibleSource | undefined) : rules.sourceOf(type);
}

/** The permit of a write that the rules allow. Only `permit-writes.ts` and `permit-ahead.ts` use it. */
export const permit: Permit = Object.freeze({}) as Permit;

/** Returns the permit of a server without access rules. */
export function permitWithout(rules: object | undefined): Permit {
  if (rules !== undefined) throw new TypeError('The access rules must permit this write.');
  return permit;
}

/** Returns the writes of a source. */
export function writesOf(source: OfferedSource, given: Permit | undefined): Pick<AnySource, WriteMethod> {
  if (given === undefined) throw new TypeError('A write must ask the access rules before it calls the source.');
  return source as AnySource;
}
