import { hrefOf, relatedUrl, relationshipUrl, resolveLink, resourceUrl, urlOfId, withQuery } from '../../facts/urls.ts';
import { canonical, isSame, type Json, show } from '../../json.ts';
import { pageSizeParameter } from '../../run/discover.ts';
import { fail, undecided } from '../../run/verdict.ts';
import { anApi, type Case, eachRelationship, eachResource, eachType } from '../case.ts';
import { documentOf, expectStatus, expectThat, resourceOf } from '../expectations.ts';

function selfOf(document: Json, base: string): URL {
  const url = resolveLink(document?.links?.self, base);
  return url === undefined ? undecided('The document has no self link.') : new URL(url);
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
      const query = queryOf(it, pageSizeParameter(kit.world, kit.world.samples));
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
    'DOC-17 DOC-20',
    `GET of \`self\` with \`${name}\` returns the same data`,
    async (kit, it) => {
      const query = queryOf(it, pageSizeParameter(kit.world, kit.world.samples));
      if (query === undefined) undecided(`The samples name nothing for \`${name}\`.`);
      const first = await kit.fetchDocument(withQuery(it.collection, query));
      const again = await kit.get(selfOf(first.document, first.request.url).href);
      expectStatus(again, 200);
      const { data, included } = documentOf(again);
      const isEqual = isSame(data, first.document.data) && canonical(included) === canonical(first.document.included);
      expectThat(isEqual, 'the same document', () => 'the data differ');
    },
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
    async (_, { resource }) => {
      expectThat(
        hrefOf(resource.links?.self) !== undefined,
        '`links.self`',
        () => `\`links\` is ${show(resource.links)}`,
      );
    },
    'recommended',
  ),
  eachRelationship(
    'links-relationship',
    'REC-06',
    'A relationship object has links',
    async (_, { type, name }) => {
      const links = type.resource.relationships?.[name]?.links;
      expectThat(
        links !== undefined,
        '`links`',
        () => `the relationship is ${show(type.resource.relationships?.[name])}`,
      );
    },
    'recommended',
  ),
  eachType(
    'url-collection',
    'REC-01',
    'The URL of a collection is its type',
    async (_, it) => {
      expectThat(
        it.collection.endsWith(`/${encodeURIComponent(it.name)}`),
        `/${it.name}`,
        () => `it is ${it.collection}`,
      );
    },
    'recommended',
  ),
  eachResource(
    'url-resource',
    'REC-02',
    'The URL of a resource is the collection and the id',
    async (_, it) => {
      const url = resourceUrl(it, it.resource);
      expectThat(url === urlOfId(it, it.resource.id), urlOfId(it, it.resource.id), () => `it is ${url}`);
    },
    'recommended',
  ),
  eachRelationship(
    'url-relationship',
    'REC-03',
    'The URL of a relationship is the resource, "relationships", and the name',
    async (_, it) => {
      const wanted = `${resourceUrl(it.type, it.type.resource)}/relationships/${it.name}`;
      const url = relationshipUrl(it, it.type.resource);
      expectThat(url === wanted, wanted, () => `it is ${url}`);
    },
    'recommended',
  ),
  eachRelationship(
    'url-related',
    'REC-04',
    'The URL of related resources is the resource and the name',
    async (_, it) => {
      const wanted = `${resourceUrl(it.type, it.type.resource)}/${it.name}`;
      const url = relatedUrl(it, it.type.resource);
      expectThat(url === wanted, wanted, () => `it is ${url}`);
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
      expectThat(self !== relatedUrl(it, it.type.resource), 'the URL of the resource', () => 'it is the related URL');
      expectStatus(await kit.get(self), 200);
    },
    'should',
  ),
  eachRelationship(
    'relationship-top-links',
    'DOC-18 FET-04',
    'The document of a relationship links to the related resources',
    async (kit, it) => {
      const { links } = (await kit.fetchDocument(relationshipUrl(it, it.type.resource))).document;
      if (links?.related === undefined) undecided('The document has no related link.');
      const url = resolveLink(links.related, it.type.collection) ?? fail('a URL', `it is ${show(links.related)}`);
      expectStatus(await kit.get(url), 200);
      expectThat(url === relatedUrl(it, it.type.resource), relatedUrl(it, it.type.resource), () => `it is ${url}`);
    },
  ),
  eachResource(
    'self-link-of-document',
    'FET-05',
    'GET of the top-level self link of a resource returns 200',
    async (kit, it) => {
      const answer = await kit.fetchDocument(resourceUrl(it, it.resource));
      const again = await kit.get(selfOf(answer.document, answer.request.url).href);
      expectStatus(again, 200);
      expectThat(isSame(resourceOf(again), answer.document.data), 'the same resource', () => 'the data differ');
    },
  ),
  anApi(
    'version',
    'VER-01',
    'The jsonapi object names version 1.1',
    async (kit, { types }) => {
      const { jsonapi } = (await kit.fetchDocument(types.at(0)?.collection ?? kit.world.gateway.baseUrl)).document;
      if (jsonapi?.version === undefined) undecided('The documents do not name a version.');
      expectThat(jsonapi.version === '1.1', '"1.1"', () => `it is ${show(jsonapi.version)}`);
    },
    'recommended',
  ),
];
