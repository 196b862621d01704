import { hrefOf, relatedUrl, relationshipUrl, resolveLink, resourceUrl, withQuery } from '../../facts/urls.ts';
import { withoutSlashes } from '../../gateway/paths.ts';
import { identityOf, type Json, show } from '../../json.ts';
import { pageSizeParameter } from '../../run/discover.ts';
import { fail, undecided } from '../../run/verdict.ts';
import { anApi, type Case, eachRelationship, eachResource, eachType } from '../case.ts';
import { documentOf, expectStatus, expectThat, resourceOf } from '../expectations.ts';
import { contentOf } from './fieldset.ts';

function selfOf(document: Json, base: string): URL {
  const url = resolveLink(document?.links?.self, base);
  return url === undefined ? undecided('The document has no self link.') : new URL(url);
}

/** Fails unless a URL has this path, but for slashes at its end: the recommendations say nothing about the host. */
function expectUrl(url: string, wanted: string): void {
  const [path, other] = [url, wanted].map((each) => withoutSlashes(new URL(each).pathname));
  expectThat(path === other, `the path ${other}`, () => `the URL is ${url}`);
}

type Query = Readonly<Record<string, string>>;

/** Fetches with parameters, then looks for them in `links.self`, and fetches that. */
const keeps = (
  id: string,
  name: string,
  queryOf: (it: Parameters<Parameters<typeof eachType>[3]>[1], pageSize: string | undefined) => Query | undefined,
): readonly Case[] => [
  eachResource(
    `self-keeps-${id}`,
    'DOC-17',
    `Top-level \`self\` contains the \`${name}\` parameter of the request`,
    async (kit, it) => {
      const query = queryOf(it, pageSizeParameter(kit.world.samples));
      if (query === undefined) undecided(`The samples name nothing for \`${name}\`.`);
      const url = withQuery(it.collection, query);
      const self = selfOf((await kit.fetchDocument(url)).document, url);
      for (const [parameter, value] of Object.entries(query)) {
        const found = self.searchParams.get(parameter);
        expectThat(found === value, `${parameter}=${value} in \`self\``, () => `\`self\` is ${self.href}`);
      }
    },
  ),
  eachResource(
    `self-again-${id}`,
    'DOC-20 DOC-17',
    `GET of \`self\` with \`${name}\` returns the same data`,
    async (kit, it) => {
      const query = queryOf(it, pageSizeParameter(kit.world.samples));
      if (query === undefined) undecided(`The samples name nothing for \`${name}\`.`);
      const first = await kit.fetchDocument(withQuery(it.collection, query));
      const again = await kit.get(selfOf(first.document, first.request.url).href);
      expectStatus(again, 200);
      const [left, right] = [first.document, documentOf(again)].map(contentOf);
      expectThat(left === right, 'the same resources with the same fields', () => 'they differ');
    },
    // Data can change between two requests.
    'recommended',
  ),
];

/** Links at the top level, in resources and in relationships. */
export const linkCases: readonly Case[] = [
  ...keeps('include', 'include', ({ sample }) =>
    sample.include?.[0] === undefined ? undefined : { include: sample.include[0] },
  ),
  ...keeps('fields', 'fields', ({ name, attributes }) =>
    attributes[0] === undefined ? undefined : { [`fields[${name}]`]: attributes[0] },
  ),
  ...keeps('sort', 'sort', ({ sample }) => (sample.sort?.[0] === undefined ? undefined : { sort: sample.sort[0] })),
  ...keeps('filter', 'filter', ({ sample }) => sample.filter),
  ...keeps('page', 'page', (_, name) => (name === undefined ? undefined : { [name]: '1' })),
  eachType(
    'self-collection',
    'REC-06',
    'A collection has a top-level self link',
    async (kit, it) => {
      const { links } = (await kit.fetchDocument(it.collection)).document;
      expectThat(hrefOf(links?.self) !== undefined, '`links.self`', () => `\`links\` is ${show(links)}`);
    },
    'recommended',
  ),
  eachResource(
    'self-resource',
    'REC-06',
    'A resource object has a self link',
    async (_, { resource: { links } }) => {
      expectThat(hrefOf(links?.self) !== undefined, '`links.self`', () => `\`links\` is ${show(links)}`);
    },
    'recommended',
  ),
  eachRelationship(
    'links-relationship',
    'REC-06',
    'A relationship object has links',
    async (_, { type, name }) => {
      const it = type.resource.relationships?.[name];
      expectThat(it?.links !== undefined, '`links`', () => `the relationship is ${show(it)}`);
    },
    'recommended',
  ),
  eachType(
    'url-collection',
    'REC-01',
    'The URL of a collection is its type',
    async (_, it) => {
      expectThat(
        withoutSlashes(it.collection).endsWith(`/${encodeURIComponent(it.name)}`),
        `a URL that ends with /${it.name}`,
        () => `the URL is ${it.collection}`,
      );
    },
    'recommended',
  ),
  eachResource(
    'url-resource',
    'REC-02',
    'The URL of a resource is the collection and the id',
    async (_, it) => {
      expectUrl(resourceUrl(it, it.resource), `${withoutSlashes(it.collection)}/${encodeURIComponent(it.resource.id)}`);
    },
    'recommended',
  ),
  eachRelationship(
    'url-relationship',
    'REC-03',
    'The URL of a relationship is the resource, "relationships", and the name',
    async (_, it) => {
      expectUrl(
        relationshipUrl(it, it.type.resource),
        `${withoutSlashes(resourceUrl(it.type, it.type.resource))}/relationships/${it.name}`,
      );
    },
    'recommended',
  ),
  eachRelationship(
    'url-related',
    'REC-04',
    'The URL of related resources is the resource and the name',
    async (_, it) => {
      expectUrl(
        relatedUrl(it, it.type.resource),
        `${withoutSlashes(resourceUrl(it.type, it.type.resource))}/${it.name}`,
      );
    },
    'recommended',
  ),
  eachRelationship(
    'related-self',
    'REC-05',
    'A related resource has its own URL as self link',
    async (kit, it) => {
      const { data } = (await kit.fetchDocument(relatedUrl(it, it.type.resource))).document;
      const related = Array.isArray(data) ? data[0] : data;
      const self = resolveLink(related?.links?.self, it.type.collection);
      if (self === undefined) undecided('The relationship has no related resource with a self link.');
      expectThat(self !== relatedUrl(it, it.type.resource), 'a URL of its own', () => '`self` is the related URL');
    },
    'should',
  ),
  eachRelationship(
    'relationship-top-links',
    'DOC-18',
    'The document of a relationship links to the related resources',
    async (kit, it) => {
      const { links } = (await kit.fetchDocument(relationshipUrl(it, it.type.resource))).document;
      if (links?.related === undefined) undecided('The document has no related link.');
      const url =
        resolveLink(links.related, it.type.collection) ??
        fail('a URL in `links.related`', `the link is ${show(links.related)}`);
      expectStatus(await kit.get(url), 200);
      const wanted = relatedUrl(it, it.type.resource);
      expectThat(url === wanted, `the related link ${wanted}`, () => `the link is ${url}`);
    },
  ),
  eachResource(
    'self-link-of-document',
    'FET-05',
    'GET of the top-level self link of a resource returns 200',
    async (kit, it) => {
      const answer = await kit.fetchDocument(resourceUrl(it, it.resource));
      const again = await kit.get(selfOf(answer.document, answer.request.url).href);
      if (again.status === 403) undecided('GET of the self link returned 403.');
      expectStatus(again, 200);
      const [found, wanted] = [resourceOf(again), answer.document.data].map(identityOf);
      expectThat(found === wanted, `the resource ${wanted} in \`data\``, () => `\`data\` is ${found}`);
    },
  ),
  anApi(
    'version',
    'VER-01',
    'The jsonapi object names version 1.1',
    async (kit, { types }) => {
      const { jsonapi } = (await kit.fetchDocument(types.at(0)?.collection ?? kit.world.gateway.baseUrl)).document;
      const version = jsonapi?.version ?? undecided('The documents do not name a version.');
      expectThat(version === '1.1', 'version "1.1" in `jsonapi`', () => `the version is ${show(version)}`);
    },
    'recommended',
  ),
];
