import { resourceUrl, urlOfId, withQuery } from '../../facts/urls.ts';
import { identifierOf, isObject, isSame, type Json, show } from '../../json.ts';
import { undecided } from '../../run/verdict.ts';
import { aRiskyRequest, type Case, eachResource, eachType } from '../case.ts';
import { collectionOf, errorsOf, expectNoBody, expectStatus, expectThat, resourceOf } from '../expectations.ts';

const isResource = (it: Json): boolean => typeof it?.type === 'string' && typeof it?.id === 'string';
/** Collections and single resources. */
export const fetchingCases: readonly Case[] = [
  eachType('fetch-collection', 'FET-01 DOC-09', 'GET of a collection returns 200 and an array', async (kit, it) => {
    const answer = await kit.get(it.collection);
    expectStatus(answer, 200);
    collectionOf(answer);
  }),
  eachType(
    'fetch-collection-type',
    'FET-01 RES-09',
    'All resources of a collection have the type of the collection',
    async (kit, it) => {
      const data = collectionOf(await kit.fetchDocument(it.collection));
      const wrong = data.find(({ type }) => type !== it.name);
      expectThat(wrong === undefined, `type ${show(it.name)}`, () => `a resource has the type ${show(wrong?.type)}`);
    },
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
      const name = kit.world.samples.pageSize ?? [...kit.world.pageParameters].find((each) => /size|limit/.test(each));
      if (name === undefined) undecided('The parameter for the size of a page is not known.');
      const answer = await kit.fetchDocument(withQuery(it.collection, { [name]: '1' }));
      expectThat(collectionOf(answer).length <= 1, 'at most one resource', () => 'there are more');
    },
  ),
  eachResource('fetch-resource', 'FET-02', 'GET of a resource returns 200 and a resource object', async (kit, it) => {
    const answer = await kit.get(resourceUrl(it, it.resource));
    expectStatus(answer, 200);
    const { type, id } = resourceOf(answer);
    expectThat(
      type === it.name && id === it.resource.id,
      'the resource of the URL',
      () => `it is ${show({ type, id })}`,
    );
  }),
  eachResource(
    'fetch-self-link',
    'RES-17 FET-05',
    'GET of `links.self` of a resource returns that resource',
    async (kit, it) => {
      if (it.resource.links?.self === undefined) undecided('The resource has no self link.');
      const answer = await kit.get(resourceUrl(it, it.resource));
      expectStatus(answer, 200);
      const found = identifierOf(resourceOf(answer));
      expectThat(
        isSame(found, identifierOf(it.resource)),
        show(identifierOf(it.resource)),
        () => `it is ${show(found)}`,
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
  ),
  eachResource('fetch-ids-once', 'RES-07 CMP-05', 'No resource appears twice in a collection', async (kit, it) => {
    const ids = collectionOf(await kit.fetchDocument(it.collection)).map(({ id }) => id);
    expectThat(new Set(ids).size === ids.length, 'each resource once', () => 'an id appears twice');
  }),
  eachResource(
    'fetch-missing-resource',
    'FET-08 STA-03',
    'GET of a resource that does not exist returns 404',
    async (kit, it) => expectStatus(await kit.get(urlOfId(it, kit.unknownId(it.resource.id))), 404),
  ),
  eachResource(
    'fetch-missing-document',
    'FET-08 ERR-01 ERR-02',
    'A 404 has an error document without `data`',
    async (kit, it) => {
      const answer = await kit.get(urlOfId(it, kit.unknownId(it.resource.id)));
      if (answer.status !== 404) undecided(`The status is ${answer.status}.`);
      if (answer.body === '') undecided('The 404 has no body.');
      errorsOf(answer);
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
        'the declared type name',
        () => `it is ${show(types[0])}`,
      );
    },
    'recommended',
  ),
  eachResource('fetch-head', 'GEN-05 FET-13', 'HEAD returns the status of GET, without a body', async (kit, it) => {
    const answer = await kit.send('HEAD', it.collection);
    if (answer.status === 405 || answer.status === 501) undecided('The server does not support HEAD.');
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
    expectThat(allow !== undefined, '`Allow`', () => 'there is none');
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
