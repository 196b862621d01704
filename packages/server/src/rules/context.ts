import type { QueryServer } from '../request/context.ts';
import type { PagedRequest } from '../request/pagination/read-page.ts';
import type { Sides } from '../sources/links/sides.ts';
import type { AnySource } from '../sources/port/any-source.ts';
import type { Awaitable } from '../sources/port/data-source.ts';
import type { AccessFilter } from './access-filter.ts';
import type { VisibleSource } from './permitted.ts';
import type { RequestAccess } from './request-access.ts';

/** The values of a server that reading its resources requires. */
export interface RuledServer extends QueryServer {
  /** The relationships that contain the same links. */
  readonly sides: Sides;
  /** Returns the gateway to the source of a type, without access rules. */
  readonly gatewayOf: (type: string) => AnySource | undefined;
}

/** A request that reads what its user can see. */
export interface RuledRequest extends PagedRequest {
  readonly server: RuledServer;
  /** The access of the user, once it is known. Undefined if everything is allowed. */
  readonly rules: RequestAccess | undefined;
  /** Returns the source of a type as the user sees it. */
  sourceOf(type: string): VisibleSource | undefined;
  /** Returns which resources of a type the user can read. */
  accessFilterOf(type: string): Awaitable<AccessFilter>;
}
