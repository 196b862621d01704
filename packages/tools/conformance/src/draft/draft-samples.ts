import { resolveLink, withQuery } from '../facts/urls.ts';
import { createGateway, type GatewayOptions } from '../gateway/gateway.ts';
import { withoutSlashes } from '../gateway/paths.ts';
import { isObject, type Json, listOf } from '../json.ts';
import type { RelationshipSample, Samples, TypeSample } from '../samples/samples.ts';
import { type Answer, answerOf } from '../target/exchange.ts';
import type { Target } from '../target/target.ts';
import { draftAttributes } from './draft-attributes.ts';

/** Options of a draft. */
export interface DraftOptions extends Pick<GatewayOptions, 'allowOrigins' | 'timeout'> {
  /** Types with a collection at `/<type>`. Default: what the links of the document at the base URL lead to. */
  readonly types?: readonly string[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called before each collection. */
  readonly onProgress?: ((collection: string, index: number, total: number) => void) | undefined;
}

type Ask = (url: string, method?: string) => Promise<Answer | undefined>;

const MAX_TYPES = 40;
/** A resource can have any number of fields, and the draft tries each of them with a request. */
const MAX_NAMES = 50;

/** Asks through the gateway, which sends reads within the base URL only. */
function askerOf(
  target: Target,
  { headers = {}, allowOrigins, timeout }: DraftOptions,
): { readonly ask: Ask; readonly baseUrl: string; readonly silence: () => string | undefined } {
  const gateway = createGateway(target, { types: {}, headers }, { allowOrigins, timeout, readOnly: true });
  let responds = false;
  let failed: string | undefined;
  const ask: Ask = async (url, method = 'GET') => {
    if (!gateway.follows(url)) return undefined;
    const request = { method, url, headers: { accept: 'application/vnd.api+json', ...headers } };
    const { response, request: sent, failure } = await gateway.send(request);
    if (response === undefined) failed ??= failure;
    if (response === undefined) return undefined;
    responds = true;
    return answerOf(sent, response);
  };
  return { ask, baseUrl: gateway.baseUrl, silence: () => (responds ? undefined : failed) };
}

async function collectionsOf(
  ask: Ask,
  baseUrl: string,
  types: readonly string[] | undefined,
): Promise<readonly string[]> {
  if (types !== undefined) return types.map((type) => `${baseUrl}/${type}`);
  const root = await ask(baseUrl);
  const links = isObject(root?.document?.links) ? Object.values<Json>(root.document.links) : [];
  const urls = links.map((link) => resolveLink(link, `${baseUrl}/`)).filter((url): url is string => url !== undefined);
  return [...new Set(urls)].filter((url) => url.startsWith(`${baseUrl}/`));
}

async function relationshipOf(ask: Ask, base: string, relationship: Json): Promise<RelationshipSample | undefined> {
  const self = resolveLink(relationship?.links?.self, base);
  const document = relationship?.data === undefined && self !== undefined ? (await ask(self))?.document : relationship;
  if (document?.data === undefined) return undefined;
  const types = [...new Set(listOf(document.data).map(({ type }) => String(type)))];
  return { to: Array.isArray(document.data) ? 'many' : 'one', ...(types.length > 0 ? { types } : {}) };
}

async function namesThatWork(
  ask: Ask,
  collection: string,
  parameter: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const answerTo = (name: string) => ask(withQuery(collection, { [parameter]: name }));
  const unknown = await answerTo('conformanceUnknown');
  // A server that ignores unknown names accepts all of them, so only what it includes shows that it knows one.
  const isLenient = unknown?.status === 200;
  if (isLenient && (parameter !== 'include' || unknown.document?.included !== undefined)) return [];
  const working: string[] = [];
  for (const name of names) {
    const answer = await answerTo(name);
    if (answer?.status === 200 && (!isLenient || answer.document?.included !== undefined)) working.push(name);
  }
  return working;
}

async function draftType(ask: Ask, collection: string, listed: readonly Json[], baseUrl: string): Promise<TypeSample> {
  const first = listed.at(0);
  const end = collection.endsWith('/') ? '/' : '';
  const guessed = `${collection}${end === '' ? '/' : ''}${encodeURIComponent(String(first?.id))}${end}`;
  const answer = first === undefined ? undefined : await ask(resolveLink(first.links?.self, collection) ?? guessed);
  const resource = listOf(answer?.document?.data).at(0) ?? first;
  const attributes: Json = isObject(resource?.attributes) ? resource.attributes : {};
  const relationships: Record<string, RelationshipSample> = {};
  for (const [name, value] of Object.entries<Json>(
    isObject(resource?.relationships) ? resource.relationships : {},
  ).slice(0, MAX_NAMES)) {
    const facts = await relationshipOf(ask, collection, value);
    if (facts !== undefined) relationships[name] = facts;
  }
  const include = await namesThatWork(ask, collection, 'include', Object.keys(relationships));
  const sort = await namesThatWork(ask, collection, 'sort', Object.keys(attributes).slice(0, MAX_NAMES));
  const allow = (await ask(collection, 'OPTIONS'))?.headers['allow'];
  const canCreate = allow === undefined || /\bPOST\b/i.test(allow);
  const path = collection.slice(baseUrl.length);
  const made = draftAttributes(attributes, listed);
  return {
    ...(path === `/${resource?.type}` ? {} : { collection: path }),
    ...(canCreate && made !== undefined
      ? { create: { attributes: made }, update: { attributes: Object.fromEntries(Object.entries(made).slice(0, 1)) } }
      : {}),
    ...(include.length > 0 ? { include } : {}),
    ...(sort.length > 0 ? { sort } : {}),
    ...(Object.keys(relationships).length > 0 ? { relationships } : {}),
  };
}

/**
 * Drafts samples from what a server shows. Sends GET and OPTIONS requests only.
 *
 * @throws {Error} If no collection is found.
 */
export async function draftSamples(target: Target, options: DraftOptions = {}): Promise<Samples> {
  const { types, onProgress } = options;
  const { ask, baseUrl, silence } = askerOf(target, options);
  const drafted: Record<string, TypeSample> = {};
  const seen: string[] = [];
  let pageSize: string | undefined;
  const collections = (await collectionsOf(ask, baseUrl, types)).slice(0, MAX_TYPES);
  for (const [index, listed] of collections.entries()) {
    onProgress?.(listed, index + 1, collections.length);
    const answer = await ask(listed);
    const collection = answer?.request.url ?? listed;
    if (answer?.status !== 200 || !Array.isArray(answer.document?.data)) {
      if (answer?.status === 401 || answer?.status === 403) {
        throw new Error(
          `The server requires credentials: GET ${listed} returned ${answer.status}. Pass them with --header.`,
        );
      }
      seen.push(`${listed} (${answer?.status ?? 'no response'})`);
      continue;
    }
    const [first] = answer.document.data;
    pageSize ??= pageSizeOf(answer.document, collection);
    const type = first?.type ?? decodeURIComponent(withoutSlashes(listed).split('/').at(-1) ?? '');
    drafted[type] = await draftType(ask, collection, answer.document.data, baseUrl);
  }
  if (Object.keys(drafted).length === 0) {
    const why = silence();
    if (why !== undefined)
      throw new Error(`The server at ${baseUrl} does not respond. Start it, or check the URL. The reason: ${why}`);
    const tried =
      seen.length === 0 ? 'The document at the base URL has no links.' : `No collection at ${seen.join(', ')}.`;
    throw new Error(`No collection was found. ${tried} Name the types with --types.`);
  }
  return { types: drafted, ...(pageSize === undefined ? {} : { pageSize }) };
}

/** Returns the parameter for the size of a page, if pagination links contain it. */
function pageSizeOf(document: Json, base: string): string | undefined {
  const urls = ['first', 'last', 'next'].map((name) => resolveLink(document?.links?.[name], base));
  const names = urls.flatMap((url) => (url === undefined ? [] : [...new URL(url).searchParams.keys()]));
  return ['page[size]', 'page[limit]'].find((name) => names.includes(name));
}
