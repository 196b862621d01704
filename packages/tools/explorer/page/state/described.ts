import type { Knowledge } from './knowledge.ts';

/** The endpoint for Atomic Operations. */
export interface OperationsEndpoint {
  /** The path below the API. */
  readonly path: string;
  /** The maximum number of operations in a request. Absent if the description does not tell. */
  readonly limit?: number;
  /** Whether operations can have a condition in `meta.ifMatch`, as on servers of Linkage. */
  readonly hasConditions: boolean;
}

/** The contents of a description, as far as the page uses them. */
export interface Described {
  readonly kind: 'Linkage' | 'OpenAPI';
  readonly types: Knowledge;
  readonly operations: OperationsEndpoint | undefined;
  /** Whether `filter` accepts expressions, such as `or(eq(title,'a'),eq(title,'b'))`. */
  readonly hasGroups?: boolean;
  /** The URI of the profile for the members of included relationships: empty if requests do not name it, and absent if the API does not have it. */
  readonly relatedQueries?: string;
}
