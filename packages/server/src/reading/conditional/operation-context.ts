import type { Preconditions } from '@linkage/core/internal';
import type { QueryOperation } from '../../request/context.ts';
import type { Preference } from '../../request/preference.ts';
import type { KeyRules } from '../../request/required-keys.ts';
import type { Route } from '../../request/route.ts';
import type { RuledRequest } from '../../rules/context.ts';
import type { VisibleSource } from '../../rules/permitted.ts';
import { knowingRows } from '../../sources/gateway/known-rows.ts';
import type { SourceCall } from '../../sources/port/data-source.ts';
import type { ShownFields } from '../../sources/port/selection.ts';

/** The kind of URL: of an operation, or of an endpoint, which has neither a route nor a source. */
export type OperationKind = Route['kind'] | 'endpoint';

/** A transaction that can run again. */
export interface Repeats {
  /** Whether it failed after its operations shared calls of sources: each alone can have another error, or none. */
  hasOverreached: boolean;
}

/** The members of the context of an operation, without its methods. */
export type OperationMembers<Kind extends OperationKind, Request extends RuledRequest> = Omit<
  OperationContext<Kind, Request>,
  'with' | 'reading' | 'at'
>;

/** The values that an endpoint chooses for an operation that it executes. */
type OfOperation = Pick<OperationContext, 'parameters' | 'preconditions' | 'preference' | 'body' | 'requireIfMatch'>;

/**
 * One operation of a request: what a transaction, or an operation of a list, changes. Requests of HTTP have one; an endpoint has one
 * of its own, and one for each operation that it executes. `Request` is what a layer uses of the request.
 */
export class OperationContext<Kind extends OperationKind = Route['kind'], Request extends RuledRequest = RuledRequest> {
  readonly request: Request;
  readonly call: SourceCall;
  readonly route: Kind extends Route['kind'] ? Route & { readonly kind: Kind } : undefined;
  /** The source of the type in the URL. */
  readonly source: Kind extends Route['kind'] ? VisibleSource : undefined;
  readonly parameters: URLSearchParams;
  /** The text of the query, if what is read from it can be kept for other requests. */
  readonly kept: QueryOperation['kept'];
  readonly preconditions: Preconditions;
  readonly preference: Preference | undefined;
  /** The request document: text, bytes, or a parsed value. */
  readonly body: unknown;
  readonly sink: QueryOperation['sink'];
  /** The types whose resources can only be written with `If-Match`. */
  readonly requireIfMatch: ReadonlySet<string>;
  /** The meaning of the idempotency key of the request, or of its absence, for the operation. */
  readonly keyRules: KeyRules | undefined;
  /** In a transaction of an idempotency key, which can run again: what it has to know then. */
  readonly repeats: Repeats | undefined;

  constructor(given: OperationMembers<Kind, Request>) {
    this.request = given.request;
    this.call = given.call;
    this.route = given.route;
    this.source = given.source;
    this.parameters = given.parameters;
    this.kept = given.kept;
    this.preconditions = given.preconditions;
    this.preference = given.preference;
    this.body = given.body;
    this.sink = given.sink;
    this.requireIfMatch = given.requireIfMatch;
    this.keyRules = given.keyRules;
    this.repeats = given.repeats;
  }

  /** Returns this context with other members. */
  with<At extends OperationKind = Kind>(
    changes: Partial<OperationMembers<At, Request>>,
  ): OperationContext<At, Request> {
    return new OperationContext({ ...this, ...changes } as OperationMembers<At, Request>);
  }

  /** Returns this context for a read. Access rules and the server read the same related resources, so its calls remember them. */
  reading(shown: ShownFields): OperationContext<Kind, Request> {
    if (this.request.rules === undefined || shown.plan?.root.isEnd !== false) return this;
    return this.with({ call: knowingRows(this.call, this.request.server.api, shown) });
  }

  /** Returns the context of an operation at another URL, which code of the application executes. Its result contains no other resources than those that it names. */
  at<At extends Route['kind']>(
    route: OperationContext<At>['route'],
    given: OfOperation = this,
    request: Request = this.request,
  ): OperationContext<At, Request> {
    const { parameters, preconditions, preference, body, requireIfMatch } = given;
    const source = request.sourceOf((route as Route).type.name) as OperationContext<At>['source'];
    const own = { parameters, preconditions, preference, body, requireIfMatch };
    return new OperationContext<At, Request>({
      ...this,
      request,
      route,
      source,
      ...own,
      kept: undefined,
      sink: 'value',
    });
  }
}
