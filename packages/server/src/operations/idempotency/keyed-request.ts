import type { Awaitable } from '@linkage/core/internal';
import type { JsonApiResponse } from '../../http.ts';
import type { OperationKind } from '../../reading/conditional/operation-context.ts';
import type { ExecutingOperation } from '../context.ts';

/** A request that can have an idempotency key. */
export interface KeyedRequest<Kind extends OperationKind = OperationKind> {
  /** The method after an override. */
  readonly method: string;
  readonly operation: ExecutingOperation<Kind>;
  /** The types that the request can write to. */
  readonly types: readonly string[];
  /** The type to which the URL belongs. Undefined for endpoints of extensions and of the application. */
  readonly own: string | undefined;
  /** The name of the write of this type at the URL. */
  readonly write: string | undefined;
  run(operation: ExecutingOperation<Kind>): Awaitable<JsonApiResponse>;
}
