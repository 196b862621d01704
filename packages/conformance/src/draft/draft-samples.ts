import { resolveLink, withQuery } from '../facts/urls.ts';
import { createGateway, type GatewayOptions } from '../gateway/gateway.ts';
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

const MOST_TYPES = 40;
/** A resource can have any number of fields, and the draft tries each of them with a request. */
const MOST_NAMES = 50;

/** Asks through the gateway, which sends reads within the base URL only. */
function askerOf(
  target: Target,
  { headers = {}, allowOrigins, timeout }: DraftOptions,
): { readonly ask: Ask; readonly baseUrl: string } {
  const gateway = createGateway(target, { types: {}, headers }, { allowOrigins, timeout, readOnly: true });
  const ask: Ask = async (url, method = 'GET') => {
    if (!gateway.follows(url)) return undefined;
    const request = { method, url, headers: { accept: 'application/vnd.api+json', ...headers } };
    const { response } = await gateway.send(request);
    return response === undefined ? undefined : answerOf(request, response);
  };
  return { ask, baseUrl: gateway.baseUrl };
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

async function worked(ask: Ask, url: string): Promise<boolean> {
  return (await ask(url))?.status === 200;
}

async function namesThatWork(
  ask: Ask,
  collection: string,
  parameter: string,
  names: readonly string[],
): Promise<readonly string[]> {
  // A server that ignores unknown names would accept all.
  if (await worked(ask, withQuery(collection, { [parameter]: 'conformanceUnknown' }))) return [];
  const working: string[] = [];
  for (const name of names) if (await worked(ask, withQuery(collection, { [parameter]: name }))) working.push(name);
  return working;
}

async function draftType(ask: Ask, collection: string, listed: readonly Json[], baseUrl: string): Promise<TypeSample> {
  const first = listed.at(0);
  const resource =
    listOf((await ask(resolveLink(first?.links?.self, collection) ?? `${collection}/${first?.id}`))?.document?.data).at(
      0,
    ) ?? first;
  const attributes: Json = isObject(resource?.attributes) ? resource.attributes : {};
  const relationships: Record<string, RelationshipSample> = {};
  for (const [name, value] of Object.entries<Json>(
    isObject(resource?.relationships) ? resource.relationships : {},
  ).slice(0, MOST_NAMES)) {
    const facts = await relationshipOf(ask, collection, value);
    if (facts !== undefined) relationships[name] = facts;
  }
  const include = await namesThatWork(ask, collection, 'include', Object.keys(relationships));
  const sort = await namesThatWork(ask, collection, 'sort', Object.keys(attributes).slice(0, MOST_NAMES));
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
  const { ask, baseUrl } = askerOf(target, options);
  const drafted: Record<string, TypeSample> = {};
  const seen: string[] = [];
  const collections = (await collectionsOf(ask, baseUrl, types)).slice(0, MOST_TYPES);
  for (const [index, collection] of collections.entries()) {
    onProgress?.(collection, index + 1, collections.length);
    const answer = await ask(collection);
    if (answer?.status !== 200 || !Array.isArray(answer.document?.data)) {
      seen.push(`${collection} (${answer?.status ?? 'no response'})`);
      continue;
    }
    const [first] = answer.document.data;
    const type = first?.type ?? decodeURIComponent(collection.slice(collection.lastIndexOf('/') + 1));
    drafted[type] = await draftType(ask, collection, answer.document.data, baseUrl);
  }
  if (Object.keys(drafted).length === 0) {
    const tried =
      seen.length === 0 ? 'The document at the base URL has no links.' : `No collection at ${seen.join(', ')}.`;
    throw new Error(`No collection was found. ${tried} Name the types with --types.`);
  }
  return { types: drafted };
}
