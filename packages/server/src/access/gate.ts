import type { Api, ResourceType } from '@linkage/core';
import type { AnySource } from '../source/any-source.ts';
import type { Sides } from '../source/sides.ts';
import type { AccessControl } from './access-control.ts';
import type { Scope } from './scope.ts';

/** What one request may reach: every source it uses stands behind this. */
export interface Gate {
  readonly control: AccessControl;
  /** The API with all fields: what sources and rules speak of. */
  readonly api: Api;
  /** The API as the caller sees it. */
  readonly view: Api;
  readonly context: unknown;
  /** Which relationships contain the same links, so that both sides decide. */
  readonly sides: Sides;
  /** Identifiers that are handled at once, at most. */
  readonly most: number;
  readonly typeOf: (type: string) => ResourceType;
  /** Which resources of a type the caller sees; asked once for each request. */
  readonly scopeOf: (type: string) => Promise<Scope>;
  /** The source of a type, behind the gate. */
  readonly sourceOf: (type: string) => AnySource | undefined;
  /** The source of a type as it is. What it gives is not to be shown. */
  readonly rawSourceOf: (type: string) => AnySource | undefined;
}
