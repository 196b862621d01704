import { resourceUrl, urlOfId, withQuery } from '../../facts/urls.ts';
import { identifierOf, identityOf, isObject, isSame, type Json, show } from '../../json.ts';
import { fail, undecided } from '../../run/verdict.ts';
import { aRiskyRequest, type Case, checksOf, eachResource, eachType } from '../case.ts';
import {
  collectionOf,
  errorAnswer,
  errorsOf,
  expectClientError,
  expectNoBody,
  expectStatus,
  expectUnlessForbidden,
  rejectionText,
  resourceOf,
} from '../expectations.ts';
import { sizeName } from './pages.ts';

export const isResource = (it: Json): boolean => typeof it?.type === 'string' && typeof it?.id === 'string';
const check = checksOf({
  'fetch-collection': 'DOC-09 FET-01: GET of a collection returns 200 and an array',
  // A collection can contain several types.
  'fetch-collection-type': 'FET-01 RES-09 recommended: All resources of a collection have the type of the collection',
  'fetch-collection-one-kind': 'DOC-08: A collection contains resource objects alone',
  'fetch-collection-null': 'FET-07: A collection is never null',
  'fetch-collection-of-one': 'DOC-09: A collection with one member on the page is an array',
  'fetch-resource': 'FET-02: GET of a resource returns 200 and a resource object',
  'fetch-self-link': 'RES-17 FET-05: GET of `links.self` of a resource returns that resource',
  // Attributes can change between two requests, and a list can show a summary.
  'fetch-same-resource': 'RES-07 recommended: A type and id stand for one resource, in a collection and at its own URL',
  // The text forbids it for compound documents alone. (AMB-22)
  'fetch-ids-once': 'CMP-05 RES-07 recommended: No resource appears twice in a collection',
  'fetch-missing-resource': 'FET-08 STA-03: GET of a resource that does not exist returns 404',
  'fetch-missing-document': 'FET-08 ERR-01 ERR-02: A 404 has an error document without `data`',
  'fetch-case-of-type': 'NAM-01 recommended: Type names have case: another case of the URL is another resource',
  'fetch-head': 'GEN-05 FET-13: HEAD returns the status of GET, without a body',
  'fetch-put': 'GEN-05 FET-13: PUT of a collection is rejected',
  'fetch-allow': 'GEN-05: A 405 lists the methods in `Allow`',
  'fetch-not-modified': 'GEN-05: A request with the current ETag in `If-None-Match` gets 304 without a body',
});

/** Collections and single resources. */
export const fetchingCases: readonly Case[] = [
  check(eachType, 'fetch-collection', async (tester, it) => {
    const answer = await tester.get(it.collection);
    if (answer.status >= 400) undecided(`${rejectionText(answer)}.`);
    expectStatus(answer, 200);
    collectionOf(answer);
  }),
  check(eachType, 'fetch-collection-type', async (tester, it) => {
    const data = collectionOf(await tester.fetchDocument(it.collection));
    const wrong = data.find((each) => each?.type !== it.name);
    if (wrong !== undefined) fail(`type ${show(it.name)}`, `a resource has the type ${show(wrong?.type)}`);
  }),
  check(eachType, 'fetch-collection-one-kind', async (tester, it) => {
    const data = collectionOf(await tester.fetchDocument(it.collection));
    const wrong = data.find((each) => !isResource(each));
    if (wrong !== undefined) fail('resource objects', `an element is ${show(wrong)}`);
  }),
  check(eachType, 'fetch-collection-null', async (tester, it) => {
    const { data } = (await tester.fetchDocument(it.collection)).document;
    if (data === null) fail('an array', '`data` is null');
  }),
  check(eachType, 'fetch-collection-of-one', async (tester, it) => {
    collectionOf(await tester.fetchDocument(withQuery(it.collection, { [sizeName(tester)]: '1' })));
  }),
  check(eachResource, 'fetch-resource', async (tester, it) => {
    const answer = await tester.fetchDocument(resourceUrl(it, it.resource));
    const { type, id } = resourceOf(answer);
    if (type !== it.name || id !== it.resource.id)
      fail('the resource of the URL in `data`', `\`data\` is ${show({ type, id })}`);
  }),
  check(eachResource, 'fetch-self-link', async (tester, it) => {
    if (it.resource.links?.self === undefined) undecided('The resource has no self link.');
    const answer = expectUnlessForbidden(await tester.get(resourceUrl(it, it.resource)), 200);
    const found = identifierOf(resourceOf(answer));
    if (!isSame(found, identifierOf(it.resource)))
      fail(`the resource ${show(identifierOf(it.resource))} in \`data\``, `\`data\` is ${show(found)}`);
  }),
  check(eachResource, 'fetch-same-resource', async (tester, it) => {
    const listed = collectionOf(await tester.fetchDocument(it.collection)).find(({ id }) => id === it.resource.id);
    if (!isObject(listed?.attributes)) undecided('The resource is not on the first page of its collection.');
    const { attributes = {} } = resourceOf(await tester.fetchDocument(resourceUrl(it, it.resource)));
    const different = Object.keys(listed.attributes).filter(
      (name) => Object.hasOwn(attributes, name) && !isSame(listed.attributes[name], attributes[name]),
    );
    if (different.length > 0) fail('the same attributes', `these differ: ${different.join(', ')}`);
  }),
  check(eachResource, 'fetch-ids-once', async (tester, it) => {
    const ids = collectionOf(await tester.fetchDocument(it.collection)).map(identityOf);
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    if (twice !== undefined) fail('each resource once', `${twice} appears twice`);
  }),
  check(eachResource, 'fetch-missing-resource', async (tester, it) => {
    const _answer = expectUnlessForbidden(await tester.get(urlOfId(it, tester.unknownId(it.resource.id))), 404);
  }),
  check(eachResource, 'fetch-missing-document', async (tester, it) => {
    const answer = await tester.get(urlOfId(it, tester.unknownId(it.resource.id)));
    if (answer.status !== 404) undecided(`The status is ${answer.status}.`);
    errorsOf(errorAnswer(answer));
    if (Object.hasOwn(answer.document, 'data')) fail('no `data`', 'there is `data`');
  }),
  check(eachResource, 'fetch-case-of-type', async (tester, it) => {
    const { document } = await tester.get(it.collection.replace(it.name, it.name.toUpperCase()));
    if (it.collection === it.collection.replace(it.name, it.name.toUpperCase())) undecided('The URL has no letters.');
    const types = Array.isArray(document?.data) ? document.data.map(({ type }: Json) => type) : [];
    if (!types.every((type: Json) => type === it.name))
      fail(`resources of the type ${show(it.name)}, or an error`, `a resource has the type ${show(types[0])}`);
  }),
  check(eachResource, 'fetch-head', async (tester, it) => {
    const answer = await tester.send('HEAD', it.collection);
    if (answer.status >= 400) undecided('The server does not support HEAD.');
    expectStatus(answer, 200);
    expectNoBody(answer);
  }),
  check(aRiskyRequest, 'fetch-put', async (tester, it) => {
    expectClientError(await tester.send('PUT', it.collection, { body: { data: [] } }));
  }),
  check(aRiskyRequest, 'fetch-allow', async (tester, it) => {
    const answer = await tester.send('PUT', it.collection, { body: { data: [] } });
    if (answer.status !== 405) undecided(`PUT of a collection returned ${answer.status}.`);
    const { allow } = answer.headers;
    if (allow === undefined) fail('`Allow` in the response', 'the response has no `Allow`');
  }),
  check(eachResource, 'fetch-not-modified', async (tester, it) => {
    const url = resourceUrl(it, it.resource);
    const { etag } = (await tester.fetchDocument(url)).headers;
    if (etag === undefined) undecided('The server sends no ETag.');
    const answer = await tester.get(url, { 'if-none-match': etag });
    if (answer.status === 200) undecided('The server ignores `If-None-Match`.');
    expectStatus(answer, 304);
    expectNoBody(answer);
  }),
];
