import type { Preconditions } from '../reading/conditional/preconditions.ts';
import type { Preference } from '../request/preference.ts';
import type { Route } from '../request/route.ts';
import type { VisibleSource } from '../rules/permitted.ts';
import { remembering } from '../sources/gateway/attempt-memory.ts';
import type { SourceCall } from '../sources/port/data-source.ts';
import type { ShownFields } from '../sources/port/selection.ts';
import type { Request } from './request.ts';

/** The kind of URL: of an operation, or of an endpoint, which has neither a route nor a source. */
export type TurnKind = Route['kind'] | 'endpoint';

/** The turn of an operation, or of an endpoint. */
export type AnyTurn = Turn<TurnKind>;

/** The members of a turn, without its methods. */
export type TurnMembers<Kind extends TurnKind> = Omit<Turn<Kind>, 'with' | 'reading' | 'operation'>;

/** The values that an endpoint chooses for an operation that it executes. */
type OfOperation = Pick<Turn, 'parameters' | 'preconditions' | 'preference' | 'body' | 'requireIfMatch'>;

/**
 * One operation of a request: what a transaction, or an operation of a list, changes. Requests of HTTP have one; an endpoint has one
 * of its own, and one for each operation that it executes.
 */
export class Turn<Kind extends TurnKind = Route['kind']> {
  readonly request: Request;
  readonly call: SourceCall;
  readonly route: Kind extends Route['kind'] ? Route & { readonly kind: Kind } : undefined;
  /** The source of the type in the URL. */
  readonly source: Kind extends Route['kind'] ? VisibleSource : undefined;
  readonly parameters: URLSearchParams;
  readonly preconditions: Preconditions;
  readonly preference: Preference | undefined;
  /** The request document: text, bytes, or a parsed value. */
  readonly body: unknown;
  /** Whether documents become text, or values for an endpoint that executes operations. */
  readonly sink: 'text' | 'value';
  /** The types whose resources can only be written with `If-Match`. */
  readonly requireIfMatch: ReadonlySet<string>;
  /** With an idempotency key: the types that must not occur in the response, because the server stores it. */
  readonly neverStored: ReadonlySet<string> | undefined;

  constructor(given: TurnMembers<Kind>) {
    this.request = given.request;
    this.call = given.call;
    this.route = given.route;
    this.source = given.source;
    this.parameters = given.parameters;
    this.preconditions = given.preconditions;
    this.preference = given.preference;
    this.body = given.body;
    this.sink = given.sink;
    this.requireIfMatch = given.requireIfMatch;
    this.neverStored = given.neverStored;
  }

  /** Returns this turn with other members. */
  with<At extends TurnKind = Kind>(changes: Partial<TurnMembers<At>>): Turn<At> {
    return new Turn({ ...this, ...changes } as TurnMembers<At>);
  }

  /** Returns this turn for a read. Access rules and the server read the same related resources, so its calls remember them. */
  reading(shown: ShownFields): Turn<Kind> {
    if (this.request.rules === undefined || shown.plan?.root.isEnd !== false) return this;
    return this.with({ call: remembering(this.call, shown) });
  }

  /** An operation that code of the application executes. Its result contains no other resources than those that it names. */
  operation<At extends Route['kind']>(
    route: Turn<At>['route'],
    given: OfOperation = this,
    request: Request = this.request,
  ): Turn<At> {
    const { parameters, preconditions, preference, body, requireIfMatch } = given;
    const source = request.sourceOf((route as Route).type.name) as Turn<At>['source'];
    const own = { parameters, preconditions, preference, body, requireIfMatch };
    return new Turn<At>({ ...this, request, route, source, ...own, sink: 'value' });
  }
}
