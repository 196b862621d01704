import {
  type Api,
  createUrlScheme,
  defineQueryParameters,
  type QueryParameters,
  type TypeName,
  type UrlScheme,
} from '@linkage/core';
import { checkFieldNames, createDocumentWriter, oncePer, type WriterOptions } from '@linkage/core/internal';
import { settleActions } from '../extensions/actions/settle-actions.ts';
import { rootEndpoints } from '../extensions/root-endpoint.ts';
import type { JsonApiRequest } from '../http.ts';
import { parameterRules } from '../operations/unapplied-parameters.ts';
import { readDefaultIncludes } from '../request/default-includes.ts';
import { serverLimits } from '../request/limits.ts';
import { settleCollections } from '../request/mixed-collections.ts';
import { createAdmission } from '../request/overload/admission.ts';
import { databaseOf } from '../request/overload-facts.ts';
import { pageRules } from '../request/pagination/page-rules.ts';
import type { ParametersByType, ReceivedParameters } from '../request/received-parameters.ts';
import { readTypeParameters } from '../request/type-parameters.ts';
import { isLink, readDescribedBy } from '../response/document/describedby.ts';
import { neededFields } from '../response/members/needed-records.ts';
import { readApplicationMembers } from '../response/members/read-application-members.ts';
import { type AnyRule, accessControl } from '../rules/access-control.ts';
import { reportMissingRules } from '../rules/missing-rules.ts';
import { withCommitWork } from '../sources/gateway/commit-work.ts';
import { createGateway } from '../sources/gateway/gateway.ts';
import { apiWithNeeds, apiWithSides } from '../sources/links/api-with-sides.ts';
import { sharedLinksOf } from '../sources/links/shared-links.ts';
import { resolveSides } from '../sources/links/sides.ts';
import type { AnySource } from '../sources/port/any-source.ts';
import { readSources } from '../sources/port/check-source.ts';
import type { Sources } from '../sources/port/data-source.ts';
import type { FittingSources } from '../sources/port/fitting-sources.ts';
import { reportReplacedMethods } from '../sources/port/replaced-methods.ts';
import type { TransactionOf } from '../sources/port/transaction-of.ts';
import { readHooks } from '../writing/hooks/read-hooks.ts';
import type { ServerWrites } from '../writing/server-writes.ts';
import { runApplicationTransaction } from './application-transaction.ts';
import { createDescribe, loadCosts } from './create-describe.ts';
import { createHandle } from './handle.ts';
import { readServerExtension, readServerProfile } from './plug-in-options.ts';
import { settlePlugIns } from './plug-ins.ts';
import { preparedOperations } from './prepared-operations.ts';
import { readServerOptions } from './read-server-options.ts';
import { checkKeys, checkTypes, readLists, readStreamed, readTagged } from './read-type-lists.ts';
import { reportScalingRisks } from './scaling-risks.ts';
import type { ApplicationServer, TransactionOptions } from './server.ts';
import type { ServerOptions } from './server-options.ts';
import type { ServerSetup } from './server-setup.ts';

function checkBaseUrl(baseUrl: string = ''): string {
  // The base URL also begins the `Location` header, which must contain only visible ASCII.
  if (!/^[!-~]*$/.test(baseUrl) || baseUrl.includes('?') || baseUrl.includes('#')) {
    throw new TypeError('createServer: `baseUrl` must be a percent-encoded URL without a query and a fragment.');
  }
  return baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl;
}

/** Checks that the base URL and the paths produce valid URLs. The links of a document are not checked again. */
function checkUrls(api: Api, urls: UrlScheme): UrlScheme {
  const wrong = [...api.types.keys()].map(urls.collection).find((url) => !isLink(url));
  if (wrong === undefined) return urls;
  throw new TypeError(
    `createServer: links must be URLs, but ${JSON.stringify(wrong)} is not a URL. Check \`baseUrl\` and \`urls\`.`,
  );
}

/** Returns a writer for each API. Users see parts of one API, and the same few parts occur again and again. */
function writersFor(options: WriterOptions): ServerSetup['writerOf'] {
  return oncePer((api) => createDocumentWriter(api, options));
}

/**
 * Creates a server with all endpoints that the sources support, at the recommended URLs.
 *
 * @param sources A data source for each resource type. If a source does not have a method, the server does not offer the
 * endpoints that need the method; with `{}`, the type has no URLs, and documents contain only its identifiers.
 * @throws {TypeError} If a type has no source, a source or an option is for an unknown resource type, the base URL has a query, `describedby`
 * is not a URL, `vary` contains an invalid header name, a limit is not valid, `uncheckedInverses` or the storage of a
 * source names an unknown relationship, the name of a query parameter is reserved, or an access rule cannot be
 * enforced.
 * @see https://jsonapi.org/format/1.1/
 */
export function createServer<
  const A extends Api,
  Context = unknown,
  Request extends JsonApiRequest = JsonApiRequest,
  Given = Sources<A, NoInfer<Context>>,
  Hooks = unknown,
  const Parameters extends QueryParameters = Record<never, never>,
  const ByType extends ParametersByType<A> = Record<never, never>,
  const Names extends readonly string[] = readonly [],
>(
  api: A,
  // The context type comes from `options.context`: sources that accept any context would make it unknown.
  sources: FittingSources<A, NoInfer<Context>, Given, ReceivedParameters<NoInfer<Parameters>, NoInfer<ByType>>>,
  given: ServerOptions<Context, A, Request, NoInfer<Given>, Hooks, Parameters, ByType, Names> = {},
): ApplicationServer<
  Request,
  Context,
  TypeName<A>,
  ServerWrites<A>,
  { readonly transaction: TransactionOf<Given, TypeName<A>> }
> {
  const options = readServerOptions(given);
  const byType = readSources(api, sources as object, options.context !== undefined);
  const hooks = readHooks(api, options, (type) => byType.get(type));
  if (hooks !== undefined) for (const [type, source] of byType) byType.set(type, withCommitWork(source));
  const baseUrl = checkBaseUrl(options.baseUrl);
  const sourceOf: (type: string) => AnySource | undefined = byType.get.bind(byType);
  const limits = serverLimits(options.limits);
  const uncheckedInverses = readLists(api, 'createServer: uncheckedInverses', options.uncheckedInverses);
  const sides = resolveSides(api, (type) => byType.get(type)?.storage, uncheckedInverses);
  const requireIfMatch = checkTypes(api, 'requireIfMatch', options.requireIfMatch);
  const tagged = readTagged(api, options.resourceTags, sourceOf);
  const declared = apiWithSides(api, sides, requireIfMatch);
  const applicationMembers = readApplicationMembers(declared, options.documents, options.resources);
  const extensions = options.extensions.map(readServerExtension);
  const profiles = options.profiles.map(readServerProfile);
  const needs = neededFields(declared, sourceOf, applicationMembers, extensions, profiles);
  const servedApi = apiWithNeeds(declared, sides, tagged, needs);
  const urls = checkUrls(servedApi, createUrlScheme(api, { ...options.urls, baseUrl }));
  const canFind = (type: string): boolean => byType.get(type)?.find !== undefined;
  const canFindRelated = (type: string): boolean => byType.get(type)?.related !== undefined;
  const describedby = readDescribedBy(options.describedby);
  const listed = [...byType].filter(([, source]) => source.list !== undefined).map(([type]) => type);
  const root = rootEndpoints(options.root, { baseUrl, urls, describedby, listed });
  const queryParameters = defineQueryParameters(options.parameters ?? {});
  const places = { api: servedApi, urls, baseUrl, sourceOf };
  const added = [...root, ...settleActions(api, places, options.actions)];
  const plugIns = settlePlugIns(places, { ...options, extensions, profiles, added, queryParameters });
  const rules = options.access as Readonly<Record<string, AnyRule>> | undefined;
  const access = accessControl(api, rules, options.defaultAccess, sourceOf);
  reportMissingRules(api, access, sourceOf, options.onMissingRules);
  reportReplacedMethods(byType, options.onReplacedMethods);
  checkKeys(api, options.idempotency);
  reportScalingRisks(byType, options.idempotency?.keys, requireIfMatch, options.onScalingRisks);
  const typeParameters = readTypeParameters(api, options.typeParameters, queryParameters);
  const vary = options.vary ?? [];
  checkFieldNames('createServer', 'vary', vary);
  const gateways = new Map(Array.from(byType, ([type, source]) => [type, createGateway(type, source)] as const));
  const streamed = readStreamed(api, options.stream, sourceOf);
  const server: ServerSetup = Object.freeze({
    options,
    api: servedApi,
    limits,
    baseUrl,
    urls,
    writerOf: writersFor({ urls, canFind, canFindRelated }),
    pageRules: pageRules(api, limits, options.pagination),
    queryParameters,
    typeParameters,
    parameterRules: parameterRules(
      byType,
      [queryParameters, ...typeParameters.values()].flatMap((declared) => Object.keys(declared)),
      Object.keys(plugIns.parameters),
      streamed,
      new Set(plugIns.profiles.flatMap(({ aggregates }) => [...(aggregates?.types.keys() ?? [])])),
    ),
    mixed: settleCollections(places, plugIns.endpoints, options),
    defaultIncludes: readDefaultIncludes(api, limits, options.defaultIncludes, canFind),
    streamed,
    plugIns,
    prepared: preparedOperations(sourceOf, plugIns),
    sourceOf,
    gatewayOf: gateways.get.bind(gateways),
    canFind,
    canFindRelated,
    sides,
    sharedLinks: sharedLinksOf(api, sides),
    admission: createAdmission(limits, new Set([...byType.values()].map(databaseOf)).size),
    access,
    hooks,
    tagged,
    requireIfMatch,
    describedby,
    applicationMembers,
    isObserved: options.onRequest !== undefined || options.tracing !== undefined,
    runsApplication: hooks !== undefined || access !== undefined || plugIns.endpoints.length > 0,
    vary: vary.join(', '),
  });
  return Object.freeze({
    baseUrl: options.baseUrl,
    bodyLimit: limits.bodyBytes,
    handle: createHandle(server),
    describe: createDescribe(server),
    costs: () => loadCosts(server),
    transaction: (transaction, run) => runApplicationTransaction(server, transaction as TransactionOptions, run),
  } satisfies ApplicationServer<
    Request,
    Context,
    TypeName<A>,
    ServerWrites<A>,
    { readonly transaction: TransactionOf<Given, TypeName<A>> }
  >);
}
