import type { Api, ResourceType } from '@linkage/core';
import type { AnySource } from '../sources/any-source.ts';
import type { Sides } from '../sources/sides.ts';
import type { AccessControl } from './access-control.ts';
import type { Scope } from './scope.ts';

/** The access of the caller of one request. The guarded sources of the request share it. */
export interface RequestAccess {
  readonly control: AccessControl;
  /** The API with all fields, for sources and rules. */
  readonly api: Api;
  /** The API with only the fields that the caller can read. */
  readonly visibleApi: Api;
  readonly context: unknown;
  /** The pairs of relationships that contain the same links: a write to one side must be allowed by both. */
  readonly sides: Sides;
  /** The maximum number of members that one check reads, and of ids in one condition: at most `limits.includedLinkage`. */
  readonly most: number;
  readonly typeOf: (type: string) => ResourceType;
  /** Returns which resources of a type the caller can read. Calls the rule once for each request. */
  readonly scopeOf: (type: string) => Promise<Scope>;
  /** Returns the source of a type that enforces the access rules. */
  readonly sourceOf: (type: string) => AnySource | undefined;
  /** Returns the source of a type without access rules. Its results must not be part of a response. */
  readonly unguardedSourceOf: (type: string) => AnySource | undefined;
}
