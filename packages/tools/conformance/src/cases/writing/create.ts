import type { TypeFacts } from '../../facts/type-facts.ts';
import { hrefOf, resolveLink, resourceUrl, withQuery } from '../../facts/urls.ts';
import { isSame, isSameSet, type Json, show } from '../../json.ts';
import { create, createDocument, linkageOf } from '../../run/fixtures.ts';
import type { Tester } from '../../run/tester.ts';
import { fail, undecided } from '../../run/verdict.ts';
import type { Answer } from '../../target/exchange.ts';
import { type Case, checksOf, eachCreatable } from '../case.ts';
import { expectNoBody, expectStatus, expectSuccess, rejectionText, resourceOf } from '../expectations.ts';
import { needsVersion11 } from '../version.ts';

/** Sends a create request as the samples say. */
export async function post(
  tester: Tester,
  it: TypeFacts,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  return tester.send('POST', it.collection, { body: createDocument(tester, it, more) });
}

async function created(tester: Tester, it: TypeFacts, body: Json = createDocument(tester, it)): Promise<Answer> {
  const answer = await tester.send('POST', it.collection, { body });
  if (answer.status !== 201) undecided(`The create request returned ${answer.status}.`);
  return answer;
}

const check = checksOf({
  create: 'CRE-01 CRE-05: A create request succeeds with 201, 202 or 204',
  'create-document': 'CRE-05 CRE-10: A 201 for a resource with an id of the server has the resource as primary data',
  'create-no-content': 'CRE-10: A 204 has no body',
  // A server can change what it stores, if the response shows it.
  'create-attributes': 'CRE-01 CRE-05 recommended: The response shows the attributes of the request',
  'create-location': 'CRE-06 should: A 201 has `Location`',
  'create-location-self': 'CRE-07: `Location` equals `links.self` of the resource',
  'create-location-text': 'CRE-07 recommended: `Location` and `links.self` are the same text',
  'create-location-get': 'CRE-06: GET of `Location` returns the created resource',
  // Attributes can change between two requests.
  'create-same-document': 'CRE-05 RES-07 recommended: The response shows the resource as GET does',
  'create-relationships': 'CRE-03: The relationships of the request are set',
  'create-two-ids': 'RES-07: Two create requests make two resources',
  'create-at-members': 'NAM-09 NAM-10: At-members in a create request are ignored',
  'create-unknown-members': 'DOC-05: Members that the specification does not define are ignored',
  'create-unknown-jsonapi': 'JAP-06 VER-04: What `jsonapi` says of extensions and profiles does not count',
  'create-meta': 'RES-18: `meta` in a create request is accepted',
  'create-sort': 'QRY-01: A create request with an unknown parameter gets 400',
});

/** Create requests that succeed. */
export const createCases: readonly Case[] = [
  check(eachCreatable, 'create', async (tester, it) => expectSuccess(await post(tester, it), 201, 202, 204)),
  check(eachCreatable, 'create-document', async (tester, it) => {
    const { type, id } = resourceOf(await created(tester, it));
    if (type !== it.name || typeof id !== 'string') fail(`a resource "${it.name}" with an id`, show({ type, id }));
  }),
  check(eachCreatable, 'create-no-content', async (tester, it) => {
    const answer = await post(tester, it);
    if (answer.status !== 204) undecided(`The create request returned ${answer.status}.`);
    expectNoBody(answer);
    if ((it.sample.clientIds ?? false) === false) fail('201 for an id of the server', 'the status is 204');
  }),
  check(eachCreatable, 'create-attributes', async (tester, it) => {
    const body = createDocument(tester, it);
    const { attributes = {} } = resourceOf(await created(tester, it, body));
    const different = Object.entries(body.data.attributes ?? {}).filter(
      ([name, value]) => Object.hasOwn(attributes, name) && !isSame(attributes[name], value),
    );
    if (different.length > 0)
      fail(`the attributes ${show(Object.fromEntries(different))}`, `\`attributes\` is ${show(attributes)}`);
  }),
  check(eachCreatable, 'create-location', async (tester, it) => {
    const { location } = (await created(tester, it)).headers;
    if (location === undefined) fail('`Location` in the response', 'the response has no `Location`');
  }),
  check(eachCreatable, 'create-location-self', async (tester, it) => {
    const { headers, document } = await created(tester, it);
    const self = hrefOf(document?.data?.links?.self);
    const [left, right] = [headers['location'], self].map((link) => resolveLink(link, it.collection));
    if (left === undefined || right === undefined) undecided('There is no `Location`, or no self link.');
    if (left !== right) fail(`\`Location\` ${show(self)}`, `\`Location\` is ${show(headers['location'])}`);
  }),
  check(eachCreatable, 'create-location-text', async (tester, it) => {
    const { headers, document } = await created(tester, it);
    const self = hrefOf(document?.data?.links?.self);
    if (headers['location'] === undefined || self === undefined) undecided('There is no `Location`, or no self link.');
    if (headers['location'] !== self) fail(show(self), `\`Location\` is ${show(headers['location'])}`);
  }),
  check(eachCreatable, 'create-location-get', async (tester, it) => {
    const answer = await created(tester, it);
    const url = resolveLink(answer.headers['location'], answer.request.url) ?? undecided('There is no `Location`.');
    const found = await tester.get(url);
    if (found.status === 403 || found.status === 405) undecided(`${rejectionText(found)}.`);
    expectStatus(found, 200);
    if (resourceOf(found).id !== answer.document?.data?.id) fail('the created resource', 'it is another one');
  }),
  check(eachCreatable, 'create-same-document', async (tester, it) => {
    const { answer, resource } = await create(tester, it);
    const shown = answer.document?.data?.attributes ?? {};
    const different = Object.keys(shown).filter((name) => !isSame(shown[name], resource.attributes?.[name]));
    if (different.length > 0) fail('the same attributes', `these differ: ${different.join(', ')}`);
  }),
  check(eachCreatable, 'create-relationships', async (tester, it) => {
    const body = createDocument(tester, it);
    const wanted = Object.entries<Json>(body.data.relationships ?? {});
    if (wanted.length === 0) undecided('The sample has no relationships.');
    const resource = resourceOf(await created(tester, it, body));
    for (const [name, { data }] of wanted) {
      const facts = it.relationships.find((each) => each.name === name) ?? undecided(`"${name}" was not seen.`);
      const found = await linkageOf(tester, facts, { id: resource.id, url: resourceUrl(it, resource), resource });
      if (!isSameSet(found, data)) fail(show(data), `"${name}" is ${show(found)}`);
    }
  }),
  check(eachCreatable, 'create-two-ids', async (tester, it) => {
    const [first, second] = [await create(tester, it), await create(tester, it)];
    if (first.id === second.id) fail('two ids', `both are ${show(first.id)}`);
  }),
  check(eachCreatable, 'create-at-members', async (tester, it) => {
    needsVersion11(tester);
    const { data } = createDocument(tester, it);
    const body = { '@a': 1, data: { ...data, '@b': [], attributes: { ...data.attributes, '@c': {} } } };
    const answer = await tester.send('POST', it.collection, { body });
    needsVersion11(tester, answer);
    expectStatus(answer, 201, 202, 204);
  }),
  check(eachCreatable, 'create-unknown-members', async (tester, it) => {
    const body = { conformance: 1, ...createDocument(tester, it, { conformance: true }) };
    expectStatus(await tester.send('POST', it.collection, { body }), 201, 202, 204);
  }),
  check(eachCreatable, 'create-unknown-jsonapi', async (tester, it) => {
    const { data } = createDocument(tester, it);
    const uris = ['https://example.com/unknown'];
    const jsonapi = { version: '1.1', ext: uris, profile: uris, meta: {} };
    expectStatus(await tester.send('POST', it.collection, { body: { data, jsonapi } }), 201, 202, 204);
  }),
  check(eachCreatable, 'create-meta', async (tester, it) => {
    const body = { ...createDocument(tester, it, { meta: { a: 1 } }), meta: { b: 2 } };
    expectStatus(await tester.send('POST', it.collection, { body }), 201, 202, 204);
  }),
  check(eachCreatable, 'create-sort', async (tester, it) => {
    const url = withQuery(it.collection, { conformance: '1' });
    expectStatus(await tester.send('POST', url, { body: createDocument(tester, it) }), 400);
  }),
];
