import type { JsonApiRequest } from '../http.ts';
import type { OperationContext, OperationKind } from '../reading/conditional/operation-context.ts';
import type { Route } from '../request/route.ts';
import type { ResponseRequest, ResponseServer } from '../response/context.ts';
import type { ParameterRules } from './unapplied-parameters.ts';

/** The values of a server that its operations require. */
export interface ExecutingServer extends ResponseServer {
  /** The declared query parameters, and what sources declare about them. */
  readonly parameterRules: ParameterRules;
  /** The types whose collections are streamed if a request has no page parameter. */
  readonly streamed: ReadonlySet<string>;
}

/** A request whose operations are executed. */
export interface ExecutingRequest extends ResponseRequest {
  readonly server: ExecutingServer;
  readonly received: JsonApiRequest;
}

export type ExecutingOperation<Kind extends OperationKind = Route['kind']> = OperationContext<Kind, ExecutingRequest>;
