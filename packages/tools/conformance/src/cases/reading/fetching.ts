import { resourceUrl, urlOfId, withQuery } from '../../facts/urls.ts';
import { identifierOf, identityOf, isObject, isSame, type Json, show } from '../../json.ts';
import { pageSizeParameter } from '../../run/discover.ts';
import { undecided } from '../../run/verdict.ts';
import { aRiskyRequest, type Case, eachResource, eachType } from '../case.ts';
import {
  collectionOf,
  errorAnswer,
  errorsOf,
  expectNoBody,
  expectStatus,
  expectThat,
  refusalText,
  resourceOf,
} from '../expectations.ts';

const isResource = (it: Json): boolean => typeof it?.type === 'string' && typeof it?.id === 'string';
/** Collections and single resources. */
export const fetchingCases: readonly Case[] = [
  eachType('fetch-collection', 'DOC-09 FET-01', 'GET of a collection returns 200 and an array', async (kit, it) => {
    const answer = await kit.get(it.collection);
    if (answer.status >= 400) undecided(`${refusalText(answer)}.`);
    expectStatus(answer, 200);
    collectionOf(answer);
  }),
  eachType(
    'fetch-collection-type',
    'FET-01 RES-09',
    'All resources of a collection have the type of the collection',
    async (kit, it) => {
      const data = collectionOf(await kit.fetchDocument(it.collection));
      const wrong = data.find((each) => each?.type !== it.name);
      expectThat(wrong === undefined, `type ${show(it.name)}`, () => `a resource has the type ${show(wrong?.type)}`);
    },
    // A collection can contain several types.
    'recommended',
  ),
  eachType('fetch-collection-one-kind', 'DOC-08', 'A collection contains resource objects alone', async (kit, it) => {
    const data = collectionOf(await kit.fetchDocument(it.collection));
    const wrong = data.find((each) => !isResource(each));
    expectThat(wrong === undefined, 'resource objects', () => `an element is ${show(wrong)}`);
  }),
  eachType('fetch-collection-null', 'FET-07', 'A collection is never null', async (kit, it) => {
    const { data } = (await kit.fetchDocument(it.collection)).document;
    expectThat(data !== null, 'an array', () => '`data` is null');
  }),
  eachType(
    'fetch-collection-of-one',
    'DOC-09',
    'A collection with one member on the page is an array',
    async (kit, it) => {
      const name = pageSizeParameter(kit.world.samples);
      if (name === undefined) undecided('The samples do not name the parameter for the size of a page (`pageSize`).');
      const answer = await kit.fetchDocument(withQuery(it.collection, { [name]: '1' }));
      collectionOf(answer);
    },
  ),
  eachResource('fetch-resource', 'FET-02', 'GET of a resource returns 200 and a resource object', async (kit, it) => {
    const answer = await kit.fetchDocument(resourceUrl(it, it.resource));
    const { type, id } = resourceOf(answer);
    expectThat(
      type === it.name && id === it.resource.id,
      'the resource of the URL in `data`',
      () => `\`data\` is ${show({ type, id })}`,
    );
  }),
  eachResource(
    'fetch-self-link',
    'RES-17 FET-05',
    'GET of `links.self` of a resource returns that resource',
    async (kit, it) => {
      if (it.resource.links?.self === undefined) undecided('The resource has no self link.');
      const answer = await kit.get(resourceUrl(it, it.resource));
      if (answer.status === 403) undecided(`${refusalText(answer)}.`);
      expectStatus(answer, 200);
      const found = identifierOf(resourceOf(answer));
      expectThat(
        isSame(found, identifierOf(it.resource)),
        `the resource ${show(identifierOf(it.resource))} in \`data\``,
        () => `\`data\` is ${show(found)}`,
      );
    },
  ),
  eachResource(
    'fetch-same-resource',
    'RES-07',
    'A type and id stand for one resource, in a collection and at its own URL',
    async (kit, it) => {
      const listed = collectionOf(await kit.fetchDocument(it.collection)).find(({ id }) => id === it.resource.id);
      if (!isObject(listed?.attributes)) undecided('The resource is not on the first page of its collection.');
      const { attributes = {} } = resourceOf(await kit.fetchDocument(resourceUrl(it, it.resource)));
      const different = Object.keys(listed.attributes).filter(
        (name) => Object.hasOwn(attributes, name) && !isSame(listed.attributes[name], attributes[name]),
      );
      expectThat(different.length === 0, 'the same attributes', () => `these differ: ${different.join(', ')}`);
    },
    // Attributes can change between two requests, and a list can show a summary.
    'recommended',
  ),
  eachResource(
    'fetch-ids-once',
    'CMP-05 RES-07',
    'No resource appears twice in a collection',
    async (kit, it) => {
      const ids = collectionOf(await kit.fetchDocument(it.collection)).map(identityOf);
      const twice = ids.find((id, index) => ids.indexOf(id) !== index);
      expectThat(twice === undefined, 'each resource once', () => `${twice} appears twice`);
    },
    // The text forbids it for compound documents alone. (AMB-22)
    'recommended',
  ),
  eachResource(
    'fetch-missing-resource',
    'FET-08 STA-03',
    'GET of a resource that does not exist returns 404',
    async (kit, it) => {
      const answer = await kit.get(urlOfId(it, kit.unknownId(it.resource.id)));
      if (answer.status === 403) undecided(`${refusalText(answer)}.`);
      expectStatus(answer, 404);
    },
  ),
  eachResource(
    'fetch-missing-document',
    'FET-08 ERR-01 ERR-02',
    'A 404 has an error document without `data`',
    async (kit, it) => {
      const answer = await kit.get(urlOfId(it, kit.unknownId(it.resource.id)));
      if (answer.status !== 404) undecided(`The status is ${answer.status}.`);
      errorsOf(errorAnswer(answer));
      expectThat(!Object.hasOwn(answer.document, 'data'), 'no `data`', () => 'there is `data`');
    },
  ),
  eachResource(
    'fetch-case-of-type',
    'NAM-01',
    'Type names have case: another case of the URL is another resource',
    async (kit, it) => {
      const { document } = await kit.get(it.collection.replace(it.name, it.name.toUpperCase()));
      if (it.collection === it.collection.replace(it.name, it.name.toUpperCase())) undecided('The URL has no letters.');
      const types = Array.isArray(document?.data) ? document.data.map(({ type }: Json) => type) : [];
      expectThat(
        types.every((type: Json) => type === it.name),
        `resources of the type ${show(it.name)}, or an error`,
        () => `a resource has the type ${show(types[0])}`,
      );
    },
    'recommended',
  ),
  eachResource('fetch-head', 'GEN-05 FET-13', 'HEAD returns the status of GET, without a body', async (kit, it) => {
    const answer = await kit.send('HEAD', it.collection);
    if (answer.status >= 400) undecided('The server does not support HEAD.');
    expectStatus(answer, 200);
    expectNoBody(answer);
  }),
  aRiskyRequest('fetch-put', 'GEN-05 FET-13', 'PUT of a collection is refused', async (kit, it) => {
    const { status } = await kit.send('PUT', it.collection, { body: { data: [] } });
    expectThat(status >= 400 && status < 500, 'a 4xx status', () => `the status is ${status}`);
  }),
  aRiskyRequest('fetch-allow', 'GEN-05', 'A 405 lists the methods in `Allow`', async (kit, it) => {
    const answer = await kit.send('PUT', it.collection, { body: { data: [] } });
    if (answer.status !== 405) undecided(`PUT of a collection returned ${answer.status}.`);
    const { allow } = answer.headers;
    expectThat(allow !== undefined, '`Allow` in the response', () => 'the response has no `Allow`');
  }),
  eachResource(
    'fetch-not-modified',
    'GEN-05',
    'A request with the current ETag in `If-None-Match` gets 304 without a body',
    async (kit, it) => {
      const url = resourceUrl(it, it.resource);
      const { etag } = (await kit.fetchDocument(url)).headers;
      if (etag === undefined) undecided('The server sends no ETag.');
      const answer = await kit.get(url, { 'if-none-match': etag });
      if (answer.status === 200) undecided('The server ignores `If-None-Match`.');
      expectStatus(answer, 304);
      expectNoBody(answer);
    },
  ),
];
