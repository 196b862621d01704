import type { RelationshipFacts, TypeFacts } from '../facts/type-facts.ts';
import { knownRelationshipUrl, knownUrlOfId, resolveLink, templateOf } from '../facts/urls.ts';
import { withoutSlashes } from '../gateway/paths.ts';
import { identityOf, isObject, type Json, listOf } from '../json.ts';
import type { Samples, TypeSample } from '../samples/samples.ts';
import { type Answer, isJsonApi } from '../target/exchange.ts';
import type { Tester } from './tester.ts';
import type { World } from './world.ts';

/** A type of the samples with the response to GET of its collection. */
interface Entry {
  readonly name: string;
  readonly sample: TypeSample;
  readonly answer: Answer;
}

const shown = ({ request, status, headers }: Answer): string =>
  `GET ${request.url} returned ${status} (${headers['content-type'] ?? 'no Content-Type'})`;
const MAX_SHOWN = 5;

/** Whether an answer may be a document of JSON:API: its media type says so, or it has primary data. */
function isDocument({ status, document, headers }: Answer): boolean {
  return status < 400 && isObject(document) && (isJsonApi(headers['content-type']) || Object.hasOwn(document, 'data'));
}

/**
 * Ends a run in which no case could decide anything, with one message.
 *
 * @throws {Error} If every collection requires credentials, or if none of them returns a document.
 */
function expectApi({ gateway }: World, entries: readonly Entry[]): void {
  const answers = entries.map(({ answer }) => answer);
  const rejected = answers.find(({ status }) => status === 401 || status === 403);
  if (rejected !== undefined && answers.every(({ status }) => status >= 400)) {
    throw new Error(
      `The server requires credentials, or does not accept those that were sent: ${shown(rejected)}. Pass them with --header "Authorization: …", or as \`headers\` in the samples.`,
    );
  }
  if (answers.some(isDocument)) return;
  const tried = answers.slice(0, MAX_SHOWN).map(shown).join('; ');
  throw new Error(
    `There is no JSON:API server at ${gateway.baseUrl}: ${tried}. Check the base URL, and \`collection\` of the types in the samples.`,
  );
}

/** A server can invent any number of relationships, and some take a request. */
const MAX_RELATIONSHIPS = 200;
const PAGE_LINKS = ['first', 'last', 'prev', 'next'];

/**
 * Reads the collection, one resource and its relationships of every type in the samples, and learns from links what URLs look like.
 *
 * @throws {Error} If the server requires credentials, or if no collection is found.
 */
export async function discover(tester: Tester): Promise<readonly TypeFacts[]> {
  const { world } = tester;
  const entries: Entry[] = [];
  for (const [name, sample] of Object.entries(world.samples.types)) {
    const url = `${world.gateway.baseUrl}${sample.collection ?? `/${name}`}`;
    entries.push({ name, sample, answer: await tester.get(url) });
  }
  expectApi(world, entries);
  const types: TypeFacts[] = [];
  for (const entry of entries) types.push(await discoverType(tester, entry));
  world.gateway.declare(types);
  return types;
}

async function discoverType(tester: Tester, { name, sample, answer: listed }: Entry): Promise<TypeFacts> {
  const { world } = tester;
  const collection = listed.request.url;
  const found = listOf(listed.document?.data).filter((it) => it?.type === name && typeof it?.id === 'string');
  const links: Json = listed.document?.links;
  world.isPaged ||= PAGE_LINKS.some((each) => resolveLink(links?.[each], collection) !== undefined);
  noteMediaType(world, listed);
  world.version ??= listed.document?.jsonapi?.version;
  const blank: TypeFacts = {
    name,
    sample,
    collection,
    urls: { resource: templateOfSample(world, world.samples.urls?.resource, name) },
    found,
    resource: undefined,
    relationships: [],
    attributes: [],
  };
  const first = sample.id === undefined ? found[0] : found.find(({ id }) => id === sample.id);
  const resource = await resourceOf(tester, blank, first);
  const seen = isObject(resource?.relationships) ? resource.relationships : {};
  const attributes = { ...sample.create?.attributes, ...(isObject(resource?.attributes) ? resource.attributes : {}) };
  const type: TypeFacts = { ...blank, resource, attributes: Object.keys(attributes), relationships: [] };
  const relationships: RelationshipFacts[] = [];
  const names = new Set([...Object.keys(sample.relationships ?? {}), ...Object.keys(seen)]);
  for (const each of [...names].filter((it) => !it.startsWith('@')).slice(0, MAX_RELATIONSHIPS)) {
    relationships.push(await discoverRelationship(tester, type, each));
  }
  return Object.assign(type, { relationships });
}

function templateOfSample(world: World, path: string | false | undefined, type: string): string | undefined {
  if (typeof path !== 'string') return undefined;
  return `${world.gateway.baseUrl}${path.replaceAll('{type}', encodeURIComponent(type))}`;
}

/** Fetches the resource, and learns what URLs of the type look like: from its link, or from a GET that returned the resource. */
async function resourceOf(tester: Tester, type: TypeFacts, first: Json): Promise<Json> {
  const { collection, sample, urls } = type;
  const id = sample.id ?? first?.id;
  if (id === undefined) return first;
  const self = resolveLink(first?.links?.self, collection);
  if (self !== undefined) urls.resource ??= templateOf(self, id);
  // A link to elsewhere is not followed; what the collection shows is enough to go on.
  const isBelow = collection.endsWith('/');
  const guessed = `${isBelow ? collection : `${collection}/`}${encodeURIComponent(id)}${isBelow ? '/' : ''}`;
  const url = self ?? knownUrlOfId(type, id) ?? guessed;
  const answer = tester.world.gateway.follows(url) ? await tester.get(url) : undefined;
  const data = answer?.status === 200 && isObject(answer.document?.data) ? answer.document.data : undefined;
  if (data !== undefined && identityOf(data) === identityOf({ type: type.name, id })) {
    urls.resource ??= templateOf(answer?.request.url ?? url, id);
  }
  return data ?? first;
}

async function discoverRelationship(tester: Tester, type: TypeFacts, name: string): Promise<RelationshipFacts> {
  const { world } = tester;
  const sample = type.sample.relationships?.[name];
  const seen = type.resource?.relationships?.[name];
  const blank = { type, name, sample, isSeen: seen !== undefined, to: sample?.to, targets: sample?.types ?? [] };
  const facts: RelationshipFacts = { ...blank, urls: await urlsOf(tester, type, name) };
  let { data } = isObject(seen) ? seen : {};
  // A relationship with links alone: its own URL shows what it contains.
  const url = knownRelationshipUrl(facts, type.resource);
  if (facts.to === undefined && data === undefined && type.resource !== undefined && url !== undefined) {
    if (world.gateway.follows(url)) data = (await tester.get(url)).document?.data;
  }
  const to = facts.to ?? (Array.isArray(data) ? 'many' : data === undefined ? undefined : 'one');
  const linked = listOf(data).map((identifier) => String(identifier?.type));
  return { ...facts, to, targets: facts.targets.length > 0 ? facts.targets : [...new Set(linked)] };
}

/** The URLs of a relationship: as its links or the samples show them, or the recommended ones if GET of them works. */
async function urlsOf(tester: Tester, type: TypeFacts, name: string): Promise<RelationshipFacts['urls']> {
  const { world } = tester;
  const { resource, collection } = type;
  const { relationship, related } = world.samples.urls ?? {};
  const links = resource?.relationships?.[name]?.links;
  const segment = encodeURIComponent(name);
  const urlOf = async (link: Json, path: string | false | undefined, guessed: string): Promise<string | undefined> => {
    if (path === false) return undefined;
    const own = resolveLink(link, collection);
    const known = own === undefined ? undefined : templateOf(own, resource.id);
    if (known !== undefined) return known;
    if (path !== undefined) return templateOfSample(world, path, type.name)?.replaceAll('{relationship}', segment);
    const at = resource === undefined ? undefined : knownUrlOfId(type, resource.id);
    if (at === undefined || own !== undefined) return undefined;
    const url = `${withoutSlashes(at)}${guessed}${at.endsWith('/') ? '/' : ''}`;
    const answer = world.gateway.follows(url) ? await tester.get(url) : undefined;
    return answer?.status === 200 && answer.document?.data !== undefined ? templateOf(url, resource.id) : undefined;
  };
  return {
    self: await urlOf(links?.self, relationship, `/relationships/${segment}`),
    related: await urlOf(links?.related, related, `/${segment}`),
  };
}

/** Notes that documents have another media type: the tests look at them anyway, but not at errors of that type. */
function noteMediaType({ notices }: World, answer: Answer): void {
  const type = answer.headers['content-type'];
  if (!isDocument(answer) || isJsonApi(type)) return;
  const sent = type === undefined ? 'without a Content-Type' : `as ${type}`;
  notices.add(`The server sends documents ${sent}, not as application/vnd.api+json (NEG-01).`);
}

/** Returns the parameter for the size of a page: as the samples say, or that of the Cursor Pagination profile. */
export function pageSizeParameter({ pageSize, cursor }: Samples): string | undefined {
  return pageSize ?? (cursor === undefined ? undefined : 'page[size]');
}
