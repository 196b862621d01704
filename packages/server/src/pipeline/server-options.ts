import type {
  Api,
  Collection,
  FilterLanguage,
  IncludePath,
  Profile,
  QueryParameters,
  StoredRelationshipName,
  TypeName,
  UrlSchemeOptions,
} from '@linkage/core';
import type { ActionFunctions } from '../extensions/actions/action-functions.ts';
import type { RootOption } from '../extensions/root-endpoint.ts';
import type { Endpoints, ServerExtension } from '../extensions/server-extension.ts';
import type { ServerProfile } from '../extensions/server-profile.ts';
import type { JsonApiRequest } from '../http.ts';
import type { UserKeys } from '../operations/idempotency/keyed-server.ts';
import type { ServerLimits } from '../request/limits.ts';
import type { PaginationOptions } from '../request/pagination/page-rules.ts';
import type { KnownTypes, ParametersByType } from '../request/received-parameters.ts';
import type { ServerErrorHooks } from '../response/errors/error-language.ts';
import type { AnswerFacts, ResponseHeaders } from '../response/headers/application-headers.ts';
import type { Cacheable } from '../response/headers/cacheable.ts';
import type { DocumentMembers, ResourceObjectMembers } from '../response/members/application-members.ts';
import type { AccessRules } from '../rules/access-rules.ts';
import type { MissingRules } from '../rules/missing-rules.ts';
import type { ReplacedMethods } from '../sources/port/replaced-methods.ts';
import type { CheckedHooks } from '../writing/hooks/checked-hooks.ts';
import type { AfterWrite, AnyWrite, BeforeWrite, WriteHooks } from '../writing/hooks/write-hooks.ts';
import type { RequestEndHook, RequestStart, Tracing } from './observe/observers.ts';
import { errorMembers, idempotencyMembers, option, tracingMembers, urlMembers } from './option-entry.ts';
import type { ScalingRisks } from './scaling-risks.ts';

/**
 * The options of a server. The type of the context comes from `context`: with `NoInfer`, a profile or an extension that
 * accepts any context does not make it unknown for the access rules. `Given` is the type of the sources, which says what
 * `call.transaction` is, and `Hooks` that of `hooks`, whose results are checked. `Parameters` and `ByType` are the declared query parameters,
 * and `Names` the paths of endpoints and the headers that they ask for.
 */
export class ServerOptions<
  Context = unknown,
  A extends Api = Api,
  Request extends JsonApiRequest = JsonApiRequest,
  Given = unknown,
  Hooks = unknown,
  Parameters extends QueryParameters = QueryParameters,
  ByType = ParametersByType<A>,
  Names extends readonly string[] = readonly string[],
> {
  /**
   * The URL of the API for clients, such as `https://example.com/api`. Links begin with it. Default "": links are paths
   * from the root. The server never reads it from a request.
   */
  readonly baseUrl?: string | undefined = option('string');
  /**
   * The paths of collections below the base URL, by resource type, such as `/v1/blog/articles`. All other URLs begin
   * with them. Default: a slash and the name of the type.
   */
  readonly urls?: Pick<UrlSchemeOptions, 'collection'> | undefined = option('object', undefined, urlMembers);
  /** Extensions that the server executes: requests that name them in `ext` can use their endpoints and members. */
  readonly extensions?: readonly ServerExtension<NoInfer<Context>>[] | undefined = option('array', []);
  /**
   * Endpoints of the application, such as `POST /orders/{id}/-actions/cancel`. They need no extension. Requests are
   * negotiated, and errors are formatted, like those of all other URLs.
   */
  readonly endpoints?: Endpoints<NoInfer<Context>, NoInfer<A>, Names> | undefined = option('array', [] as never);
  /**
   * The functions of the actions that the API declares, by resource type and name: `{ issues: { close: ({ id, input, writes }) => … } }`.
   * Each runs in a transaction, after the checks of its request.
   */
  readonly actions?: ActionFunctions<A, NoInfer<Context>, Given> | undefined = option('object');
  /**
   * Whether GET of the base URL returns a document that links to the collections that the user can read. An object adds
   * members to its `meta`. Default false: 404.
   */
  readonly root?: RootOption | undefined = option('any');
  /**
   * Profiles that the server applies to every response, or only to responses to clients that request them. Each is a
   * bare profile that your application implements, or a definition with behavior for the server.
   */
  readonly profiles?: readonly (Profile | ServerProfile<NoInfer<Context>>)[] | undefined = option('array', []);
  /**
   * Creates the `context` that sources receive, for example the user. If you declare its
   * parameter as `FrameworkRequest<FastifyFramework>`, `request.framework` contains the request of the framework. Can throw a `JsonApiError` with status 401.
   */
  readonly context?: ((request: Request) => Context | Promise<Context>) | undefined = option('function');
  /**
   * Access rules by resource type. The server enforces them for every operation: collections, related resources,
   * linkage, include, filter, sort, totals, writes. What no rule allows is denied. Without this option, everything is
   * allowed.
   */
  readonly access?: AccessRules<A, NoInfer<Context>, Given> | undefined = option('object');
  /** Whether types and actions without a rule are allowed. Default `deny` with `access`, otherwise `allow`. */
  readonly defaultAccess?: 'allow' | 'deny' | undefined = option(['allow', 'deny']);
  /** Called when the server is created, with the actions that no access rule decides. Default: `console.warn` lists those that are allowed. */
  readonly onMissingRules?: ((missing: MissingRules) => void) | undefined = option('function');
  /**
   * What happens if `fields[TYPE]` names a field that the access rules hide from the user. `reject`: 400, as for undeclared fields. `omit`:
   * the response leaves it out, so that one client can serve all users; they can then learn that the field exists. Default `reject`.
   */
  readonly hiddenFields?: 'reject' | 'omit' | undefined = option(['reject', 'omit']);
  /** Called when the server is created, with methods that have replaced others, and what they no longer apply. Default: `console.warn`. */
  readonly onReplacedMethods?: ((replaced: ReplacedMethods) => void) | undefined = option('function');
  /** Called when the server is created, with what several processes or writing databases would break. Default: `console.warn` says it. */
  readonly onScalingRisks?: ((risks: ScalingRisks) => void) | undefined = option('function');
  /** The deployment of the application. It must change with what documents contain. See `versioned` of a source. Default: none. */
  readonly deployment?: string | undefined = option('string');
  /**
   * Returns the value of `WWW-Authenticate`, such as `Bearer`, for a user without credentials; undefined for all others.
   * If the access rules reject a write of such a user, the server responds with 401 instead of 403. Resources that the
   * user cannot read stay 404. Default: 403 for all users.
   */
  readonly challenge?: ((context: NoInfer<Context>) => string | undefined) | undefined = option('function');
  /**
   * Relationships that can be changed from their inverse relationship without the permission of their own type. Default: none, so
   * both relationships must allow a write. For example, with `{ articles: ['author'] }`, a write to `people.articles`, or the
   * deletion of a person, calls no rules and no hooks of `articles`, and ignores `write: false` of `articles.author` and
   * `requireIfMatch` of `articles`.
   */
  readonly uncheckedInverses?:
    | { readonly [Type in TypeName<A>]?: readonly StoredRelationshipName<A, Type>[] }
    | undefined = option('object');
  /**
   * Functions that run before and after each write, by resource type and action, and after its commit. They see the current record, and can
   * change the input or reject it. `updateRelationship` of a type also runs if a write to another resource changes links of its resources.
   */
  readonly hooks?: (CheckedHooks<A, Hooks> & WriteHooks<A, NoInfer<Context>, Given>) | undefined = option('object');
  /** Like the hook `before`, for the writes of all types: it runs first, also for links that a write to another resource changes. */
  readonly beforeWrite?: BeforeWrite<AnyWrite<A, Context, Given>> | undefined = option('function');
  /**
   * Runs after each write of all types, in its transaction, with what it changed, for example for an audit log. It can only create resources, and
   * is called for these, too: ignore their type. A list of writes then still shares statements. A deletion also calls it for what it deletes
   * or unlinks, too. Not called for the inverse of a link that a request changes.
   */
  readonly afterWrite?: AfterWrite<NoInfer<A>, NoInfer<Context>> | undefined = option('function');
  readonly limits?: Partial<ServerLimits> | undefined = option('object');
  /** The pages of collections, whether they are counted, and what identifies the user in cursors. `limits` contains the sizes for all types. */
  readonly pagination?: PaginationOptions<A, NoInfer<Context>> | undefined = option('object');
  /**
   * Types whose collections are streamed: `{ articles: true }`. A request without `page` parameters receives all records, and the server
   * keeps only a few of them in memory. Requires `stream` of the source. Default: every collection is divided into pages.
   */
  readonly stream?: { readonly [Type in TypeName<A>]?: boolean } | undefined = option('object');
  /** Collections of several types, such as a feed: results of `defineCollection`. `pagination.collections` selects their pages. */
  readonly collections?: readonly Collection<TypeName<A>>[] | undefined = option('array', []);
  /** Adds ids, links, and strings in the language of the request to error objects. Errors that a hook throws go to `onError`. */
  readonly errors?: ServerErrorHooks<NoInfer<Context>> | undefined = option('object', undefined, errorMembers);
  /**
   * Query parameters of the application, by name, each with a schema, for example `dryRun`. Sources receive them in the
   * query of a collection.
   */
  readonly parameters?: Parameters | undefined = option('object');
  /** Like `parameters`, for URLs whose primary data has this type. At other URLs, they are unknown parameters. */
  readonly typeParameters?: (ByType & KnownTypes<A, ByType>) | undefined = option('object');
  /**
   * The relationship paths that responses include if the request has no `include`, by the type of the primary data.
   * `include=` requests none. Default: none. A path that the user cannot read is left out.
   */
  readonly defaultIncludes?: { readonly [Type in TypeName<A>]?: readonly IncludePath<A, Type>[] } | undefined =
    option('object');
  /**
   * Reads the `filter` parameters of requests in another language. Default: the language of `parseQuery`, with
   * `filter[field][operator]=value` and `filter=or(…)`.
   */
  readonly filterLanguage?: FilterLanguage | undefined = option('function');
  /** Functions that return the top-level `meta` and `links` of documents. */
  readonly documents?: DocumentMembers<Context> | undefined = option('object');
  /** Functions that return the `meta` and `links` of resource objects and their relationships, by resource type. */
  readonly resources?: { readonly [Type in TypeName<A>]?: ResourceObjectMembers<A, Type, Context> } | undefined =
    option('object');
  /**
   * Returns additional headers of a response, such as `Content-Language` or `RateLimit`, also of error responses.
   * It cannot replace fields of the server. Its errors go to `onError`; the response is then sent without these fields.
   */
  readonly headers?: ((answer: AnswerFacts<Context, Request>) => ResponseHeaders | undefined) | undefined =
    option('function');
  /**
   * Returns the `Cache-Control` of a response to GET. Default, also if it returns undefined: `private, no-cache`. The
   * client can then store a response, but must revalidate it. Error responses are `no-store`.
   */
  readonly cacheControl?: ((answer: Cacheable<NoInfer<Context>>) => string | undefined) | undefined =
    option('function');
  /**
   * Names of request headers that responses depend on, besides those of JSON:API, for example
   * `['Authorization']`. Every response lists them in `Vary`. Required if `cacheControl` returns `public` or `s-maxage` on a server with
   * access rules: otherwise, such a response is an error. With `[]`, you declare that responses are the same for all users.
   */
  readonly vary?: readonly string[] | undefined = option('array');
  /**
   * The URL of a description of the documents, such as an OpenAPI document: one for all types, or one for each. An
   * error document links to the description of a type if the request URL is for one type.
   */
  readonly describedby?: string | ((type: TypeName<A>) => string | undefined) | undefined = option('any');
  /**
   * Types whose resources and relationships can only be changed and deleted with `If-Match`. Other writes receive 428. A
   * relationship of another type whose links these resources store is read-only, unless `uncheckedInverses` opens it. A deletion of a resource
   * to which they link needs no `If-Match`.
   */
  readonly requireIfMatch?: readonly TypeName<A>[] | undefined = option('array', []);
  /**
   * Types whose resource objects contain their entity tag as `meta.etag`, primary or included, so that a client can change a resource of a
   * list with `If-Match` without requesting it first. Their sources must declare a `version`; if it is a function, all methods must return what
   * it reads, as those of `@linkage/kysely` do. A user who cannot read the version receives no tag.
   */
  readonly resourceTags?: readonly TypeName<A>[] | undefined = option('array', []);
  /**
   * The result of `idempotencyKeys`, and what identifies the user: `{ keys, user: (user) => user.id }`. If a client sends a write again
   * with the same `Idempotency-Key`, the server repeats the response. Default: the server ignores the field.
   */
  readonly idempotency?: UserKeys<Context> | undefined = option('object', undefined, idempotencyMembers);
  /**
   * Whether to accept `charset=utf-8` in `Content-Type`, and `application/json` and `text/html` in `Accept`, for clients
   * that cannot be changed. The server then violates the specification. Default false.
   */
  readonly lenientMediaTypes?: boolean | undefined = option('boolean', false);
  /**
   * Whether errors show in `meta.rejection` why access rules rejected the request, as `RequestEnd.rejection`. It can name what the user cannot read, so
   * the server starts with it only if `NODE_ENV` is `development` or `test`. Default false.
   */
  readonly debug?: boolean | undefined = option('boolean', false);
  /** Whether a POST can request PATCH or DELETE with `X-HTTP-Method-Override`. Default false. */
  readonly methodOverride?: boolean | undefined = option('boolean', false);
  /**
   * Called when a request starts. The returned function is called when the request ends. The server does not wait for
   * these functions and ignores their errors.
   */
  readonly onRequest?: ((start: RequestStart<Request['framework']>) => RequestEndHook | undefined) | undefined =
    option('function');
  /** Traces requests and source calls. Use `openTelemetryTracing()` of `@linkage/server/opentelemetry`. */
  readonly tracing?: Tracing | undefined = option('object', undefined, tracingMembers);
  /**
   * Called once for every response with a status from 500 on, with its cause, the id in the response, and the request. Not
   * called for requests that `limits.concurrency` rejects. Default: the logger of the framework, or `console.error` if the framework does not
   * have a logger.
   */
  readonly onError?: ((error: unknown, id: string, request: Request) => void) | undefined = option('function');
}

/** The options as they were read: every option is an own member. Those that are true or false, and lists, have a default. */
export type ReadServerOptions = {
  readonly [Name in keyof ServerOptions]-?: NonNullable<ServerOptions[Name]> extends boolean | readonly unknown[]
    ? NonNullable<ServerOptions[Name]>
    : ServerOptions[Name];
};
