import type { Route } from '../request/route.ts';
import type { Outcome } from '../response/outcome.ts';
import type { AnySource } from '../source/any-source.ts';
import type { Exchange } from './exchange.ts';
import type { DocumentKind, DocumentValues } from './request-document.ts';
import type { QueryKind, QueryValues } from './request-query.ts';

/**
 * One thing a server does for a method on a kind of URL, as data: what it needs, what it reads, and what it can answer. A
 * new operation is one file with one of these, and a line in `operations.ts`.
 */
export interface Operation<
  Kind extends Route['kind'] = Route['kind'],
  Query extends QueryKind = QueryKind,
  Document extends DocumentKind = DocumentKind,
> {
  /** As hooks and traces call it: `fetch-collection`. */
  readonly name: string;
  readonly kind: Kind;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The methods that a source needs for it, all of them. */
  readonly needs: readonly (keyof AnySource)[];
  /** Which query parameters it reads. */
  readonly query: Query;
  /** Which request document it reads. */
  readonly document: Document;
  /** The statuses of its answers when nothing is wrong. Errors and 304 are common to all. */
  readonly statuses: readonly number[];
  /** Gets values: it reads neither header fields nor text. A method, so that every operation fits into one table. */
  run(exchange: Exchange<Kind>, input: OperationInput<Query, Document>): Promise<Outcome>;
}

/** What the pipeline has read of a request before it runs the operation. */
export interface OperationInput<Query extends QueryKind = QueryKind, Document extends DocumentKind = DocumentKind> {
  readonly query: QueryValues[Query];
  readonly document: DocumentValues[Document];
}
