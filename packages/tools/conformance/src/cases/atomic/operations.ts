import { readResponseContentType } from '@linkage/core';
import { atomicExtension } from '@linkage/core/atomic';
import type { RelationshipFacts } from '../../facts/type-facts.ts';
import { urlOfId } from '../../facts/urls.ts';
import { isObject, isSame, type Json, show } from '../../json.ts';
import { type Created, create, createDocument, expectNothingNew, linkageOf, listAll } from '../../run/fixtures.ts';
import { MEDIA_TYPE, type Tester } from '../../run/tester.ts';
import { fail, undecided } from '../../run/verdict.ts';
import type { Answer } from '../../target/exchange.ts';
import { type Case, checksOf } from '../case.ts';
import { expectClientError, expectStatus } from '../expectations.ts';
import { ATOMIC, adding, atomicCase, atomicWrite, endpointOf, operate, resultsOf, updating } from './endpoint.ts';

/** Fails if the result of the only operation has data. */
function expectNoData(answer: Answer): void {
  if (answer.status !== 200) return;
  const [result] = resultsOf(answer, 1);
  if ((result?.data ?? null) !== null) fail('no `data` in the result', `the result is ${show(result)}`);
}

/** Returns the relationships of all types that the samples can create. */
const creatableRelationships = ({ world: { types } }: Tester): readonly RelationshipFacts[] =>
  types.flatMap(({ sample, relationships }) => (sample.create === undefined ? [] : relationships));

const refTo = ({ type, name }: RelationshipFacts, { id }: Created): Json => ({
  type: type.name,
  id,
  relationship: name,
});

const check = checksOf({
  add: 'ATM-19 ATM-24 ATM-10: An operation that adds a resource has a result with it',
  'content-type': 'ATM-01 NEG-04: The response names the extension in its `Content-Type`',
  elsewhere: 'ATM-02: A response with `data` or `included` does not name the extension, whatever the request names',
  'without-ext': 'ATM-01 NEG-04: A request without the extension in `Content-Type` is rejected',
  several: 'ATM-19 ATM-17: There are as many results as operations, in the same order',
  update: 'ATM-11 ATM-25: An operation can update a resource that its data names',
  'update-ref': 'ATM-11: An operation can update a resource that `ref` names',
  'update-tells': 'ATM-25: The result of an update has data if more changed than asked',
  remove: 'ATM-26 ATM-12: An operation can remove a resource, with a result without data',
  relationship: 'ATM-13 ATM-26: An operation can update a relationship, with a result without data',
  'relationship-rejected': 'ATM-23 RUP-13: An operation on a relationship that the server rejects by choice gets 403',
  order: 'ATM-17: Operations run in order: what one adds, the next can update and remove',
  lid: 'ATM-27: A later operation can name a resource of an earlier one by its `lid`',
});

/** The Atomic Operations extension. */
export const atomicCases: readonly Case[] = [
  check(atomicWrite, 'add', async (tester, type) => {
    const [result] = resultsOf(await operate(tester, [adding(tester, type)]), 1);
    const { data } = result;
    if (data?.type !== type.name || typeof data?.id !== 'string')
      fail('a resource with an id in the result', `the result is ${show(result)}`);
    expectStatus(await tester.get(urlOfId(type, data.id)), 200);
  }),
  check(atomicWrite, 'content-type', async (tester, type) => {
    const answer = await operate(tester, [adding(tester, type)]);
    if (answer.status === 204) undecided('The status is 204.');
    const { extensions = [] } = readResponseContentType(answer.headers['content-type']) ?? {};
    if (!extensions.includes(atomicExtension.uri)) fail(atomicExtension.uri, answer.headers['content-type'] ?? 'none');
  }),
  check(atomicWrite, 'elsewhere', async (tester, type) => {
    const accept = `${ATOMIC}, ${MEDIA_TYPE};q=0.5`;
    const headers = { accept, 'content-type': ATOMIC };
    for (const answer of [
      await tester.get(type.collection, { accept }),
      await tester.get(type.collection, { accept: ATOMIC }),
      await tester.send('POST', type.collection, { headers, body: createDocument(tester, type) }),
    ]) {
      const { extensions = [] } = readResponseContentType(answer.headers['content-type']) ?? {};
      if (!extensions.includes(atomicExtension.uri)) continue;
      const member = ['data', 'included'].find((name) => isObject(answer.document) && name in answer.document);
      if (member !== undefined)
        fail(`no \`${member}\` beside ${atomicExtension.uri}`, `${answer.request.method} ${answer.request.url} has it`);
    }
  }),
  check(atomicWrite, 'without-ext', async (tester, type) =>
    expectClientError(await operate(tester, [adding(tester, type)], { 'content-type': MEDIA_TYPE })),
  ),
  ...(['GET', 'PATCH', 'DELETE', 'PUT'] as const).map((method) =>
    atomicCase(
      `${method.toLowerCase()}`,
      'ATM-16',
      `${method} of the endpoint is rejected: only POST is defined`,
      async (tester) => {
        const body = method === 'GET' ? undefined : { 'atomic:operations': [] };
        const headers = { accept: ATOMIC, ...(body === undefined ? {} : { 'content-type': ATOMIC }) };
        expectClientError(await tester.send(method, endpointOf(tester), { headers, body }));
      },
    ),
  ),
  check(atomicWrite, 'several', async (tester, type) => {
    const operations = [adding(tester, type), adding(tester, type), adding(tester, type)];
    const results = resultsOf(await operate(tester, operations), 3);
    if (new Set(results.map(({ data }) => data?.id)).size !== 3)
      fail('three resources in the results', `the results are ${show(results)}`);
  }),
  check(atomicWrite, 'update', async (tester, type) => {
    const made = await create(tester, type);
    const operation = updating(tester, type, made);
    expectStatus(await operate(tester, [operation]), 200, 204);
    const { attributes } = (await tester.fetchDocument(made.url)).document.data;
    const wanted: Json = operation.data.attributes ?? {};
    const isSet = Object.keys(wanted).every((name) => isSame(attributes?.[name], wanted[name]));
    if (!isSet) fail(`the attributes ${show(wanted)}`, `the attributes are ${show(attributes)}`);
  }),
  check(atomicWrite, 'update-ref', async (tester, type) => {
    const made = await create(tester, type);
    const ref = { type: type.name, id: made.id };
    expectStatus(await operate(tester, [{ ...updating(tester, type, made), ref }]), 200, 204);
  }),
  check(atomicWrite, 'update-tells', async (tester, type) => {
    const made = await create(tester, type);
    const operation = updating(tester, type, made);
    const answer = await operate(tester, [operation]);
    const { attributes: after = {} } = (await tester.fetchDocument(made.url)).document.data;
    const { attributes: sent = {} } = operation.data;
    const isMore = (name: string) =>
      !Object.hasOwn(sent, name) && !isSame(after[name], made.resource.attributes?.[name]);
    const more = Object.keys(after).filter(isMore);
    if (more.length === 0) return;
    if (!isObject(resultsOf(answer, 1).at(0)?.data))
      fail('`data` in the result', `the document is ${show(answer.document)}`);
  }),
  check(atomicWrite, 'remove', async (tester, type) => {
    const { id, url } = await create(tester, type);
    const answer = await operate(tester, [{ op: 'remove', ref: { type: type.name, id } }]);
    expectStatus(answer, 200, 204);
    expectNoData(answer);
    expectStatus(await tester.get(url), 404);
  }),
  check(atomicCase, 'relationship', async (tester) => {
    const facts = creatableRelationships(tester).find(
      ({ to, sample }) =>
        to === 'one' && sample !== undefined && sample.writable !== false && sample.nullable !== false,
    );
    if (facts === undefined)
      undecided('The samples contain no type with `create` and a to-one relationship that can be null.');
    const made = await create(tester, facts.type);
    const answer = await operate(tester, [{ op: 'update', ref: refTo(facts, made), data: null }]);
    expectStatus(answer, 200, 204);
    expectNoData(answer);
    const data = await linkageOf(tester, facts, made);
    if (data !== null) fail('null in `data`', `\`data\` is ${show(data)}`);
  }),
  check(atomicCase, 'relationship-rejected', async (tester) => {
    const rejected = creatableRelationships(tester).filter(({ sample }) => sample?.writable === false);
    if (rejected.length === 0)
      undecided('The samples do not say that the server rejects changes of a relationship: no `writable` is false.');
    for (const facts of rejected) {
      const ref = refTo(facts, await create(tester, facts.type));
      const ops = facts.to === 'many' ? ['update', 'add', 'remove'] : ['update'];
      for (const op of ops)
        expectStatus(await operate(tester, [{ op, ref, data: facts.to === 'many' ? [] : null }]), 403, 405);
    }
  }),
  check(atomicWrite, 'order', async (tester, type) => {
    const lid = 'conformance-1';
    const before = await listAll(tester, type);
    const ref = { type: type.name, lid };
    const update = { ...updating(tester, type, { lid }), ref };
    const answer = await operate(tester, [adding(tester, type, { lid }), update, { op: 'remove', ref }]);
    expectStatus(answer, 200, 204);
    await expectNothingNew(tester, type, before, answer);
  }),
  check(atomicWrite, 'lid', async (tester, type) => {
    const lid = 'conformance-2';
    const update = { ...updating(tester, type, { lid }), ref: { type: type.name, lid } };
    expectStatus(await operate(tester, [adding(tester, type, { lid }), update]), 200);
  }),
];
