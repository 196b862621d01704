import type { Api, ResourceType } from '@linkage/core';
import type { Side, Sides } from '../sources/links/sides.ts';
import type { AnySource, OfferedSource } from '../sources/port/any-source.ts';
import type { ReadMethod } from '../sources/port/can.ts';
import type { Awaitable, SourceCall } from '../sources/port/data-source.ts';
import { requestOf } from '../sources/port/source-call.ts';
import type { AccessControl } from './access-control.ts';
import type { AccessFilter, Ruled, UndecidedFields } from './access-filter.ts';
import type { LinkedFrom } from './access-rules.ts';
import type { VisibleSource } from './permitted.ts';
import type { WriteFacts } from './write-facts.ts';

/** The values that are needed to find the links that a write changes, regardless of the user. */
export interface LinkAccess {
  /** The API with all fields, for sources and rules. */
  readonly api: Api;
  /** The pairs of relationships that contain the same links: a write to one side must be allowed by both. */
  readonly sides: Sides;
  /** The maximum number of members that one check reads, and of ids in one condition: at most `limits.includedLinkage`. */
  readonly most: number;
  typeOf(type: string): ResourceType;
  /** Returns the source of a type without access rules. Its results must not be part of a response. */
  readonly unguardedSourceOf: (type: string) => AnySource | undefined;
}

/** A type with its source without access rules. */
export interface LinkingSource {
  readonly access: LinkAccess;
  readonly type: ResourceType;
  readonly source: OfferedSource;
  /** The facts that the write has read for its steps. */
  readonly facts?: WriteFacts | undefined;
}

/** A source without access rules, its type, and the access of the request: the inputs of every check of its records. */
export interface GuardedSource {
  readonly access: RequestAccess;
  readonly type: ResourceType;
  readonly source: AnySource;
  /** The facts that the write has read for its steps. */
  readonly facts?: WriteFacts | undefined;
}

/** A guarded source, and one of its methods that reads. */
export interface GuardedMethod extends GuardedSource {
  readonly method: ReadMethod;
}

/** Whether a relationship has at most one member. */
export function isToOne(access: LinkAccess, { type, relationship }: Side): boolean {
  return relationship !== undefined && access.typeOf(type).relationships.get(relationship)?.kind === 'to-one';
}

/** Returns the access of the request that calls a source. Only sources of a view call it, and only servers with access rules have views. */
export function accessOf(call: SourceCall): RequestAccess {
  return (requestOf(call) as unknown as { readonly rules: RequestAccess }).rules;
}

/** The access of the user of one request. The guarded sources of the request share it. */
export interface RequestAccess extends LinkAccess {
  readonly control: AccessControl;
  /** The API with only the fields that the user can read. */
  readonly visibleApi: Api;
  readonly context: unknown;
  /** Returns which resources of a type the user can read. Calls the rule once for each request. */
  accessFilterOf(type: string): Awaitable<AccessFilter>;
  /** Returns which resources of a type the user can link from a relationship, beside those that they can read. */
  linkFilterOf(type: string, from: LinkedFrom<Api>): Awaitable<AccessFilter>;
  /** Returns which resources show an attribute of a type, for those that the user cannot read of all. */
  undecidedOf(type: string): UndecidedFields;
  /** Whether the rules must be asked about a change of a side, of the sides for which it is known: see `mustAsk`. */
  readonly asked: Map<Side, Awaitable<boolean>>;
  /** Returns a type with its source without access rules. */
  guarded(type: string): GuardedSource;
  /** Returns the call of a write, with the fields that the user can read: errors of the write must name only these. */
  writing(call: SourceCall, type: ResourceType): SourceCall;
  /** Returns what it takes to check the conditions that a rule returns for a type. */
  ruledOf(type: string): Ruled;
  /** Returns the source of a type that enforces the access rules. */
  readonly sourceOf: (type: string) => VisibleSource | undefined;
  /**
   * Returns the error of a request: the failure of a rule, if the request looks invalid without the fields of its type. The client must not be
   * told that it made a mistake.
   */
  blame(error: unknown): unknown;
}
