import { hrefOf, relatedUrl, relationshipUrl, resolveLink, resourceUrl, withQuery } from '../../facts/urls.ts';
import { withoutSlashes } from '../../gateway/paths.ts';
import { identityOf, type Json, show } from '../../json.ts';
import { pageSizeParameter } from '../../run/discover.ts';
import { fail, undecided } from '../../run/verdict.ts';
import { anApi, type Case, checksOf, eachRelationship, eachResource, eachType } from '../case.ts';
import { documentOf, expectStatus, resourceOf } from '../expectations.ts';
import { contentOf } from './fieldset.ts';

function selfOf(document: Json, base: string): URL {
  const url = resolveLink(document?.links?.self, base);
  return url === undefined ? undecided('The document has no self link.') : new URL(url);
}

/** Fails unless a URL has this path, but for slashes at its end: the recommendations say nothing about the host. */
function expectUrl(url: string, wanted: string): void {
  const [path, other] = [url, wanted].map((each) => withoutSlashes(new URL(each).pathname));
  if (path !== other) fail(`the path ${other}`, `the URL is ${url}`);
}

type Query = Readonly<Record<string, string>>;

const repeated = {
  'self-keeps-{id}': 'DOC-17: Top-level `self` contains the `{name}` parameter of the request',
  // Data can change between two requests.
  'self-again-{id}': 'DOC-20 DOC-17 recommended: GET of `self` with `{name}` returns the same data',
} as const;

/** Fetches with parameters, then looks for them in `links.self`, and fetches that. */
const keeps = (
  id: string,
  name: string,
  queryOf: (it: Parameters<Parameters<typeof eachType>[3]>[1], pageSize: string | undefined) => Query | undefined,
): readonly Case[] => {
  const here = checksOf(repeated, { id, name });
  return [
    here(eachResource, 'self-keeps-{id}', async (tester, it) => {
      const query = queryOf(it, pageSizeParameter(tester.world.samples));
      if (query === undefined) undecided(`The samples name nothing for \`${name}\`.`);
      const url = withQuery(it.collection, query);
      const self = selfOf((await tester.fetchDocument(url)).document, url);
      for (const [parameter, value] of Object.entries(query)) {
        const found = self.searchParams.get(parameter);
        if (found !== value) fail(`${parameter}=${value} in \`self\``, `\`self\` is ${self.href}`);
      }
    }),
    here(eachResource, 'self-again-{id}', async (tester, it) => {
      const query = queryOf(it, pageSizeParameter(tester.world.samples));
      if (query === undefined) undecided(`The samples name nothing for \`${name}\`.`);
      const first = await tester.fetchDocument(withQuery(it.collection, query));
      const again = await tester.get(selfOf(first.document, first.request.url).href);
      expectStatus(again, 200);
      const [left, right] = [first.document, documentOf(again)].map(contentOf);
      if (left !== right) fail('the same resources with the same fields', 'they differ');
    }),
  ];
};

const check = checksOf({
  'self-collection': 'REC-06 recommended: A collection has a top-level self link',
  'self-resource': 'REC-06 recommended: A resource object has a self link',
  'links-relationship': 'REC-06 recommended: A relationship object has links',
  'url-collection': 'REC-01 recommended: The URL of a collection is its type',
  'url-resource': 'REC-02 recommended: The URL of a resource is the collection and the id',
  'url-relationship': 'REC-03 recommended: The URL of a relationship is the resource, "relationships", and the name',
  'url-related': 'REC-04 recommended: The URL of related resources is the resource and the name',
  'related-self': 'REC-05 should: A related resource has its own URL as self link',
  'relationship-top-links': 'DOC-18: The document of a relationship links to the related resources',
  'self-link-of-document': 'FET-05: GET of the top-level self link of a resource returns 200',
  version: 'VER-01 recommended: The jsonapi object names version 1.1',
});

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
  check(eachType, 'self-collection', async (tester, it) => {
    const { links } = (await tester.fetchDocument(it.collection)).document;
    if (hrefOf(links?.self) === undefined) fail('`links.self`', `\`links\` is ${show(links)}`);
  }),
  check(eachResource, 'self-resource', async (_, { resource: { links } }) => {
    if (hrefOf(links?.self) === undefined) fail('`links.self`', `\`links\` is ${show(links)}`);
  }),
  check(eachRelationship, 'links-relationship', async (_, { type, name }) => {
    const it = type.resource.relationships?.[name];
    if (it?.links === undefined) fail('`links`', `the relationship is ${show(it)}`);
  }),
  check(eachType, 'url-collection', async (_, it) => {
    if (!withoutSlashes(it.collection).endsWith(`/${encodeURIComponent(it.name)}`))
      fail(`a URL that ends with /${it.name}`, `the URL is ${it.collection}`);
  }),
  check(eachResource, 'url-resource', async (_, it) => {
    expectUrl(resourceUrl(it, it.resource), `${withoutSlashes(it.collection)}/${encodeURIComponent(it.resource.id)}`);
  }),
  check(eachRelationship, 'url-relationship', async (_, it) => {
    expectUrl(
      relationshipUrl(it, it.type.resource),
      `${withoutSlashes(resourceUrl(it.type, it.type.resource))}/relationships/${it.name}`,
    );
  }),
  check(eachRelationship, 'url-related', async (_, it) => {
    expectUrl(relatedUrl(it, it.type.resource), `${withoutSlashes(resourceUrl(it.type, it.type.resource))}/${it.name}`);
  }),
  check(eachRelationship, 'related-self', async (tester, it) => {
    const { data } = (await tester.fetchDocument(relatedUrl(it, it.type.resource))).document;
    const related = Array.isArray(data) ? data[0] : data;
    const self = resolveLink(related?.links?.self, it.type.collection);
    if (self === undefined) undecided('The relationship has no related resource with a self link.');
    if (self === relatedUrl(it, it.type.resource)) fail('a URL of its own', '`self` is the related URL');
  }),
  check(eachRelationship, 'relationship-top-links', async (tester, it) => {
    const { links } = (await tester.fetchDocument(relationshipUrl(it, it.type.resource))).document;
    if (links?.related === undefined) undecided('The document has no related link.');
    const url =
      resolveLink(links.related, it.type.collection) ??
      fail('a URL in `links.related`', `the link is ${show(links.related)}`);
    expectStatus(await tester.get(url), 200);
    const wanted = relatedUrl(it, it.type.resource);
    if (url !== wanted) fail(`the related link ${wanted}`, `the link is ${url}`);
  }),
  check(eachResource, 'self-link-of-document', async (tester, it) => {
    const answer = await tester.fetchDocument(resourceUrl(it, it.resource));
    const again = await tester.get(selfOf(answer.document, answer.request.url).href);
    if (again.status === 403) undecided('GET of the self link returned 403.');
    expectStatus(again, 200);
    const [found, wanted] = [resourceOf(again), answer.document.data].map(identityOf);
    if (found !== wanted) fail(`the resource ${wanted} in \`data\``, `\`data\` is ${found}`);
  }),
  check(anApi, 'version', async (tester, { types }) => {
    const { jsonapi } = (await tester.fetchDocument(types.at(0)?.collection ?? tester.world.gateway.baseUrl)).document;
    const version = jsonapi?.version ?? undecided('The documents do not name a version.');
    if (version !== '1.1') fail('version "1.1" in `jsonapi`', `the version is ${show(version)}`);
  }),
];
