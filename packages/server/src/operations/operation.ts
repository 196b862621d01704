import type { Awaitable } from '@linkage/core/internal';
import type { Route } from '../request/route.ts';
import type { OperationResponse } from '../response/document/operation-response.ts';
import type { AnySource } from '../sources/port/any-source.ts';
import type { ExecutingOperation } from './context.ts';
import type { DocumentKind, DocumentValues } from './request-document.ts';
import type { QueryKind, QueryValues } from './request-query.ts';

/**
 * Declares how a server handles a method on a kind of URL: its requirements, its inputs, and its statuses. A new
 * operation is one file with one declaration, and a line in `operations.ts`.
 */
export interface OperationDefinition<
  Kind extends Route['kind'] = Route['kind'],
  Query extends QueryKind = QueryKind,
  Document extends DocumentKind = DocumentKind,
> {
  /** The name in hooks and traces, for example `fetch-collection`. */
  readonly name: string;
  readonly kind: Kind;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The methods that a source must have. */
  readonly needs: readonly (keyof AnySource)[];
  /** The kind of query that the operation reads. */
  readonly query: Query;
  /** The kind of request document that the operation reads. */
  readonly document: Document;
  /** The statuses of its successful responses. All operations can respond with errors and 304. */
  readonly statuses: readonly number[];
  /**
   * Runs the operation with parsed values; it reads neither headers nor text. A method, so that all operations
   * fit into one table.
   */
  run(operation: ExecutingOperation<Kind>, input: OperationInput<Query, Document>): Awaitable<OperationResponse>;
}

/** The parts of a request that the pipeline reads before it runs the operation. */
export interface OperationInput<Query extends QueryKind = QueryKind, Document extends DocumentKind = DocumentKind> {
  readonly query: QueryValues[Query];
  readonly document: DocumentValues[Document];
}
