import type { Api, RelationshipName, TypeName } from '@linkage/core';
import type { Preference } from '../request/preference.ts';

/** A collection, a resource, or a relationship. */
interface PartOf<Type extends string, Relationship extends string> {
  readonly type: Type;
  readonly id?: string | undefined;
  /** The relationship whose resource linkage is fetched or changed. */
  readonly relationship?: Relationship | undefined;
}

/** The target of an operation. */
export type OperationTarget<A extends Api = Api> =
  | (string extends TypeName<A> ? PartOf<string, string> : PartOf<TypeName<A>, RelationshipName<A, TypeName<A>>>)
  /** A URL of the API, with or without the base URL. */
  | { readonly href: string };

/** An operation of the specification as a value. */
export interface OperationRequest<Target = OperationTarget> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly target: Target;
  /** Query parameters, such as `{ include: 'author' }`. */
  readonly query?: Readonly<Record<string, string>> | URLSearchParams | undefined;
  /** The parsed request document: `{ data: … }`. */
  readonly document?: unknown;
  /** The JSON Pointer of the operation's document in the endpoint's document. Pointers of errors begin with it. */
  readonly pointer?: string | undefined;
  /** The entity tag that the resource must have, as in `If-Match`. */
  readonly ifMatch?: string | undefined;
  /**
   * Whether an earlier operation of the same request created the target. Its client cannot know an entity tag, so the option
   * `requireIfMatch` does not apply. Default false.
   */
  readonly isCreatedHere?: boolean | undefined;
  /**
   * Whether the response should contain the created or updated resource, as in `Prefer`. Default: as without `Prefer`.
   */
  readonly preference?: Preference | undefined;
}

/** The result of an operation. */
export interface OperationResult {
  /** The status of the response to a separate request. */
  readonly status: number;
  /** The document of the response to a separate request, or undefined. */
  readonly document: Readonly<Record<string, unknown>> | undefined;
  /** The URL of the created resource. */
  readonly location: string | undefined;
  /** The entity tag of the resource after the operation. */
  readonly etag: string | undefined;
}
