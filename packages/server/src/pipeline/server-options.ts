import type {
  Api,
  ErrorHooks,
  Profile,
  QueryParameters,
  RelationshipName,
  TypeName,
  UrlSchemeOptions,
} from '@linkage/core';
import type { AccessRules } from '../access/access-rules.ts';
import type { ServerExtension } from '../extensions/server-extension.ts';
import type { JsonApiRequest } from '../http.ts';
import type { IdempotencyKeys } from '../idempotency/keyed-request.ts';
import type { RequestEndHook, RequestStart, Tracing } from '../observe/hooks.ts';
import type { PaginationOptions } from '../pagination/page-rules.ts';
import type { ServerProfile } from '../profiles/server-profile.ts';
import type { ServerLimits } from '../request/limits.ts';
import type { Cacheable } from '../response/cacheable.ts';

/** What a server can be told. */
export interface ServerOptions<Context = unknown, A extends Api = Api> {
  /**
   * The URL under which clients reach the API, such as `https://example.com/api`: links begin with it. Default "":
   * links are paths from the root. It is never taken from a request.
   */
  readonly baseUrl?: string | undefined;
  /**
   * The paths of collections below the base URL, by resource type, such as `/v1/blog/articles`; all other URLs begin with them.
   * Default: a slash and the name of the type.
   */
  readonly urls?: Pick<UrlSchemeOptions, 'collection'> | undefined;
  /** Extensions that the server executes: requests that name them in `ext` can use their endpoints and members. */
  readonly extensions?: readonly ServerExtension<Context>[] | undefined;
  /**
   * Profiles that are applied to every response to a client that asks for them, or to every response at all: a bare
   * profile that the application keeps, or one that also says what the server does for it.
   */
  readonly profiles?: readonly (Profile | ServerProfile<Context>)[] | undefined;
  /** Makes what sources get as `context`, for instance the user; it may throw a `JsonApiError` with 401. */
  readonly context?: ((request: JsonApiRequest) => Context | Promise<Context>) | undefined;
  /**
   * Who may read and do what, by resource type. Every path obeys: collections, related resources, linkage, include, filter,
   * sort, totals, writes. Without it everything is allowed.
   */
  readonly access?: AccessRules<A, Context> | undefined;
  /** What holds for a type, or an action, without a rule. Default `allow`. */
  readonly defaultAccess?: 'allow' | 'deny' | undefined;
  /**
   * Relationships that can be changed from their other side without the permission of their own type. Default: none, so
   * both sides must allow a write. For example, with `{ articles: ['author'] }`, a write to `people.articles`, or the
   * deletion of a person, calls no rules of `articles` and ignores `write: false` of `articles.author`.
   */
  readonly openInverses?: { readonly [Type in TypeName<A>]?: readonly RelationshipName<A, Type>[] } | undefined;
  readonly limits?: Partial<ServerLimits> | undefined;
  /** How collections are cut into pages, and whether they are counted; sizes for all types stand in `limits`. */
  readonly pagination?: PaginationOptions<A> | undefined;
  /** Ids, links and texts in the language of the client for error objects. What a hook throws goes to `onError`. */
  readonly errors?: ErrorHooks | undefined;
  /**
   * Query parameters of the application besides those of the specification, by name, each with a schema: `dryRun`. Sources
   * find them in the query of a collection.
   */
  readonly parameters?: QueryParameters | undefined;
  /**
   * The `Cache-Control` of what a GET shows. Default, also where it gives undefined: `private, no-cache`, which lets the
   * client keep an answer and ask each time whether it still holds. Errors are `no-store`.
   */
  readonly cacheControl?: ((answer: Cacheable<Context>) => string | undefined) | undefined;
  /**
   * Names of request header fields that answers depend on besides those of JSON:API: `['Authorization']`. Every answer names
   * them in `Vary`. Necessary if `cacheControl` returns `public` for answers that depend on the caller.
   */
  readonly vary?: readonly string[] | undefined;
  /**
   * The URL of a description of the documents, such as an OpenAPI document: one for all, or one for each type. Error
   * documents link to it as well, with one for each type where the URL of the request leads to one type.
   */
  readonly describedby?: string | ((type: string) => string | undefined) | undefined;
  /** Types whose resources and relationships are changed and deleted with `If-Match` only: other writes get 428. */
  readonly requireIfMatch?: readonly string[] | undefined;
  /**
   * What `idempotencyKeys` returns: the server then repeats the response to a write that was sent again with the same
   * `Idempotency-Key`. Default: the field is ignored.
   */
  readonly idempotency?: IdempotencyKeys<Context> | undefined;
  /** Whether a POST may say with `X-HTTP-Method-Override` that it means PATCH or DELETE. Default false. */
  readonly methodOverride?: boolean | undefined;
  /**
   * Told when a request starts; what it returns is told when it ends. What the hook throws changes nothing, and nothing
   * waits for it.
   */
  readonly onRequest?: ((start: RequestStart) => RequestEndHook | undefined) | undefined;
  /** Follows requests and the calls to sources: `openTelemetryTracing()` of `@linkage/server/opentelemetry`. */
  readonly tracing?: Tracing | undefined;
  /** Told of every unexpected failure and of timeouts, with the id that the client got. Default: `console.error`. */
  readonly onError?: ((error: unknown, id: string) => void) | undefined;
}
