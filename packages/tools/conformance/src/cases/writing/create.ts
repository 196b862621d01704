import type { TypeFacts } from '../../facts/type-facts.ts';
import { hrefOf, resolveLink, resourceUrl, withQuery } from '../../facts/urls.ts';
import { isObject, isSame, isSameSet, type Json, show } from '../../json.ts';
import { create, createDocument, linkageOf } from '../../run/fixtures.ts';
import type { Kit } from '../../run/kit.ts';
import { undecided } from '../../run/verdict.ts';
import type { Answer } from '../../target/exchange.ts';
import { type Case, eachCreatable } from '../case.ts';
import { expectNoBody, expectStatus, expectSuccess, expectThat, refusalText, resourceOf } from '../expectations.ts';
import { needsVersion11 } from '../version.ts';

/** Sends a create request as the samples say. */
export async function post(kit: Kit, it: TypeFacts): Promise<Answer> {
  return kit.send('POST', it.collection, { body: createDocument(kit, it) });
}

async function created(kit: Kit, it: TypeFacts): Promise<Answer> {
  const answer = await post(kit, it);
  if (answer.status !== 201) undecided(`The create request returned ${answer.status}.`);
  return answer;
}

/** Create requests that succeed. */
export const createCases: readonly Case[] = [
  eachCreatable('create', 'CRE-01 CRE-05', 'A create request succeeds with 201, 202 or 204', async (kit, it) =>
    expectSuccess(await post(kit, it), 201, 202, 204),
  ),
  eachCreatable(
    'create-document',
    'CRE-05 CRE-10',
    'A 201 for a resource with an id of the server has the resource as primary data',
    async (kit, it) => {
      const { type, id } = resourceOf(await created(kit, it));
      expectThat(type === it.name && typeof id === 'string', `a resource "${it.name}" with an id`, () =>
        show({ type, id }),
      );
    },
  ),
  eachCreatable('create-no-content', 'CRE-10', 'A 204 has no body', async (kit, it) => {
    const answer = await post(kit, it);
    if (answer.status !== 204) undecided(`The create request returned ${answer.status}.`);
    expectNoBody(answer);
    expectThat((it.sample.clientIds ?? false) !== false, '201 for an id of the server', () => 'the status is 204');
  }),
  eachCreatable(
    'create-attributes',
    'CRE-01 CRE-05',
    'The response shows the attributes of the request',
    async (kit, it) => {
      const body = createDocument(kit, it);
      const answer = await kit.send('POST', it.collection, { body });
      if (answer.status !== 201) undecided(`The create request returned ${answer.status}.`);
      const { attributes = {} } = resourceOf(answer);
      const different = Object.entries(body.data.attributes ?? {}).filter(
        ([name, value]) => Object.hasOwn(attributes, name) && !isSame(attributes[name], value),
      );
      expectThat(
        different.length === 0,
        `the attributes ${show(Object.fromEntries(different))}`,
        () => `\`attributes\` is ${show(attributes)}`,
      );
    },
    // A server can change what it stores, if the response shows it.
    'recommended',
  ),
  eachCreatable(
    'create-location',
    'CRE-06',
    'A 201 has `Location`',
    async (kit, it) => {
      const { location } = (await created(kit, it)).headers;
      expectThat(location !== undefined, '`Location` in the response', () => 'the response has no `Location`');
    },
    'should',
  ),
  eachCreatable('create-location-self', 'CRE-07', '`Location` equals `links.self` of the resource', async (kit, it) => {
    const { headers, document } = await created(kit, it);
    const self = isObject(document?.data?.links?.self) ? document.data.links.self.href : document?.data?.links?.self;
    const [left, right] = [headers['location'], self].map((link) => resolveLink(link, it.collection));
    if (left === undefined || right === undefined) undecided('There is no `Location`, or no self link.');
    expectThat(left === right, `\`Location\` ${show(self)}`, () => `\`Location\` is ${show(headers['location'])}`);
  }),
  eachCreatable(
    'create-location-text',
    'CRE-07',
    '`Location` and `links.self` are the same text',
    async (kit, it) => {
      const { headers, document } = await created(kit, it);
      const self = hrefOf(document?.data?.links?.self);
      if (headers['location'] === undefined || self === undefined)
        undecided('There is no `Location`, or no self link.');
      expectThat(headers['location'] === self, show(self), () => `\`Location\` is ${show(headers['location'])}`);
    },
    'recommended',
  ),
  eachCreatable('create-location-get', 'CRE-06', 'GET of `Location` returns the created resource', async (kit, it) => {
    const answer = await created(kit, it);
    const url = resolveLink(answer.headers['location'], answer.request.url) ?? undecided('There is no `Location`.');
    const found = await kit.get(url);
    if (found.status === 403 || found.status === 405) undecided(`${refusalText(found)}.`);
    expectStatus(found, 200);
    expectThat(resourceOf(found).id === answer.document?.data?.id, 'the created resource', () => 'it is another one');
  }),
  eachCreatable(
    'create-same-document',
    'CRE-05 RES-07',
    'The response shows the resource as GET does',
    async (kit, it) => {
      const { answer, resource } = await create(kit, it);
      const shown = answer.document?.data?.attributes ?? {};
      const different = Object.keys(shown).filter((name) => !isSame(shown[name], resource.attributes?.[name]));
      expectThat(different.length === 0, 'the same attributes', () => `these differ: ${different.join(', ')}`);
    },
    // Attributes can change between two requests.
    'recommended',
  ),
  eachCreatable('create-relationships', 'CRE-03', 'The relationships of the request are set', async (kit, it) => {
    const body = createDocument(kit, it);
    const wanted = Object.entries<Json>(body.data.relationships ?? {});
    if (wanted.length === 0) undecided('The sample has no relationships.');
    const answer = await kit.send('POST', it.collection, { body });
    if (answer.status !== 201) undecided(`The create request returned ${answer.status}.`);
    const { id } = resourceOf(answer);
    for (const [name, { data }] of wanted) {
      const facts = it.relationships.find((each) => each.name === name) ?? undecided(`"${name}" was not seen.`);
      const found = await linkageOf(kit, facts, {
        id,
        url: resourceUrl(it, answer.document.data),
        resource: answer.document.data,
      });
      expectThat(isSameSet(found, data), show(data), () => `"${name}" is ${show(found)}`);
    }
  }),
  eachCreatable('create-two-ids', 'RES-07', 'Two create requests make two resources', async (kit, it) => {
    const [first, second] = [await create(kit, it), await create(kit, it)];
    expectThat(first.id !== second.id, 'two ids', () => `both are ${show(first.id)}`);
  }),
  eachCreatable('create-at-members', 'NAM-09 NAM-10', 'At-members in a create request are ignored', async (kit, it) => {
    needsVersion11(kit);
    const { data } = createDocument(kit, it);
    const body = { '@a': 1, data: { ...data, '@b': [], attributes: { ...data.attributes, '@c': {} } } };
    const answer = await kit.send('POST', it.collection, { body });
    needsVersion11(kit, answer);
    expectStatus(answer, 201, 202, 204);
  }),
  eachCreatable(
    'create-unknown-members',
    'DOC-05',
    'Members that the specification does not define are ignored',
    async (kit, it) => {
      const { data } = createDocument(kit, it);
      const body = { conformance: 1, data: { ...data, conformance: true } };
      expectStatus(await kit.send('POST', it.collection, { body }), 201, 202, 204);
    },
  ),
  eachCreatable(
    'create-unknown-jsonapi',
    'JAP-06 VER-04',
    'What `jsonapi` says of extensions and profiles does not count',
    async (kit, it) => {
      const { data } = createDocument(kit, it);
      const uris = ['https://example.com/unknown'];
      const jsonapi = { version: '1.1', ext: uris, profile: uris, meta: {} };
      expectStatus(await kit.send('POST', it.collection, { body: { data, jsonapi } }), 201, 202, 204);
    },
  ),
  eachCreatable('create-meta', 'RES-18', '`meta` in a create request is accepted', async (kit, it) => {
    const { data } = createDocument(kit, it);
    expectStatus(
      await kit.send('POST', it.collection, { body: { data: { ...data, meta: { a: 1 } }, meta: { b: 2 } } }),
      201,
      202,
      204,
    );
  }),
  eachCreatable('create-sort', 'QRY-01', 'A create request with an unknown parameter gets 400', async (kit, it) =>
    expectStatus(
      await kit.send('POST', withQuery(it.collection, { conformance: '1' }), { body: createDocument(kit, it) }),
      400,
    ),
  ),
];
