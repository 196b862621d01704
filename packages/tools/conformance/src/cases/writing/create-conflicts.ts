import type { RelationshipFacts, TypeFacts } from '../../facts/type-facts.ts';
import { urlOfId } from '../../facts/urls.ts';
import { type Json, show } from '../../json.ts';
import { createDocument, expectNothingNew, listAll, missingRelative, relatives } from '../../run/fixtures.ts';
import type { Tester } from '../../run/tester.ts';
import { absent, fail, undecided } from '../../run/verdict.ts';
import type { Answer } from '../../target/exchange.ts';
import { type Case, checksOf, eachCreatable, eachToMany, eachToOne } from '../case.ts';
import {
  documentOf,
  errorAnswer,
  expectExplained,
  expectRejected,
  expectStatus,
  expectSuccess,
  expectUnlessForbidden,
  rejectionText,
} from '../expectations.ts';
import { post } from './create.ts';

/** Returns an id that a client may make; undecided if the samples forbid it. */
function clientId(tester: Tester, { sample: { clientIds }, name }: TypeFacts): string {
  if (clientIds === false) absent(`The samples say that "${name}" has no client-generated ids.`);
  if (clientIds === undefined) undecided('The samples do not say whether clients can choose ids (`clientIds`).');
  return tester.fill(clientIds === true ? '{uuid}' : clientIds);
}

/** Sends a create request in which a relationship has these members, such as `data`. */
async function postRelated(tester: Tester, it: RelationshipFacts, members: Json): Promise<Answer> {
  const { data } = createDocument(tester, it.type);
  const relationships = { ...data.relationships, [it.name]: members };
  return tester.send('POST', it.type.collection, { body: { data: { ...data, relationships } } });
}

async function expectRejectedWith(tester: Tester, it: RelationshipFacts, members: Json, what: string): Promise<void> {
  await sets(tester, it);
  expectRejected(await postRelated(tester, it, members), what);
}

/** Ends a case as undecided unless a create request with a known related resource succeeds. */
async function sets(tester: Tester, it: RelationshipFacts): Promise<void> {
  const [relative] = await relatives(tester, it, 1);
  const answer = await postRelated(tester, it, { data: it.to === 'many' ? [relative] : relative });
  if (answer.status >= 300) undecided(`The server rejects "${it.name}" in create requests: ${rejectionText(answer)}.`);
}

const check = checksOf({
  'create-client-id': 'CRE-02: A client-generated id is kept',
  'create-client-id-taken': 'CRE-14 STA-05: A client-generated id that exists gets 409',
  'create-client-id-forbidden': 'CRE-11 STA-02: A client-generated id that is not supported gets 403',
  'create-client-id-no-trace': 'CRE-11 CRE-04: A rejected client-generated id leaves no resource behind',
  'create-wrong-type': 'CRE-15 STA-05: A type that is not that of the collection gets 409',
  'create-other-type': 'CRE-15: The type of another collection gets 409',
  'create-conflict-detail': 'CRE-16 should: A 409 says what conflicts',
  'create-missing-to-one': 'CRE-13 STA-03: A to-one relationship with a resource that does not exist gets 404',
  'create-missing-to-many': 'CRE-13 STA-03: A to-many relationship with a resource that does not exist gets 404',
  'create-missing-second': 'CRE-13 CRE-04: A known and an unknown related resource get 404, and nothing is created',
  'create-missing-leaves-no-trace': 'CRE-04: A create request that fails leaves nothing behind',
  'create-linkage-array': 'CRE-03: An array for a to-one relationship is rejected',
  'create-linkage-null': 'CRE-03: Null for a to-many relationship is rejected',
  'create-relationship-without-data':
    'CRE-03 recommended: A relationship without `data` in a create request is rejected',
  'create-error-document': 'ERR-01 ERR-02: A create request that fails gets an error document',
});

/** Ids that clients make. */
export const clientIdCases: readonly Case[] = [
  check(eachCreatable, 'create-client-id', async (tester, it) => {
    const id = clientId(tester, it);
    expectSuccess(await post(tester, it, { id }), 201, 202, 204);
    const { document } = await tester.fetchDocument(urlOfId(it, id));
    if (document.data?.id !== id) fail(`the id ${show(id)}`, `the id is ${show(document.data?.id)}`);
  }),
  check(eachCreatable, 'create-client-id-taken', async (tester, it) => {
    const id = clientId(tester, it);
    expectSuccess(await post(tester, it, { id }), 201, 202, 204);
    expectStatus(await post(tester, it, { id }), 409);
  }),
  check(eachCreatable, 'create-client-id-forbidden', async (tester, it) => {
    const { clientIds } = it.sample;
    if ((clientIds ?? false) !== false) absent('The samples say that ids of clients are supported.');
    const like = it.found.at(0)?.id;
    const id = /^\d+$/.test(String(like ?? '')) ? '2147480002' : crypto.randomUUID();
    const answer = await post(tester, it, { id });
    const isKept = answer.status === 204 || answer.document?.data?.id === id;
    const mayBeSupported = answer.status < 300 ? isKept : answer.status !== 403;
    if (clientIds === undefined && mayBeSupported) {
      undecided(
        `The samples do not say whether ids of clients are supported (\`clientIds\`): ${rejectionText(answer)}.`,
      );
    }
    expectStatus(answer, 403);
  }),
  check(eachCreatable, 'create-client-id-no-trace', async (tester, it) => {
    const id = /^\d+$/.test(String(it.found.at(0)?.id ?? '')) ? '2147480003' : crypto.randomUUID();
    const { status } = await post(tester, it, { id });
    if (status < 400) undecided(`The server accepts ids of clients (${status}).`);
    expectStatus(await tester.get(urlOfId(it, id)), 404);
  }),
];

/** Create requests that fail. */
export const createConflictCases: readonly Case[] = [
  check(eachCreatable, 'create-wrong-type', async (tester, it) => {
    expectUnlessForbidden(await post(tester, it, { type: 'conformanceUnknown' }), 409);
  }),
  check(eachCreatable, 'create-other-type', async (tester, it) => {
    const other = tester.world.types.find(({ name }) => name !== it.name) ?? undecided('The samples name one type.');
    const answer = await post(tester, it, { type: other.name });
    if (answer.document?.data?.type === other.name) undecided('The collection contains several types.');
    expectUnlessForbidden(answer, 409);
  }),
  check(eachCreatable, 'create-conflict-detail', async (tester, it) => {
    expectExplained(await post(tester, it, { type: 'conformanceUnknown' }));
  }),
  check(eachToOne, 'create-missing-to-one', async (tester, it) => {
    await sets(tester, it);
    expectStatus(await postRelated(tester, it, { data: missingRelative(tester, it) }), 404);
  }),
  check(eachToMany, 'create-missing-to-many', async (tester, it) => {
    await sets(tester, it);
    expectStatus(await postRelated(tester, it, { data: [missingRelative(tester, it)] }), 404);
  }),
  check(eachToMany, 'create-missing-second', async (tester, it) => {
    await sets(tester, it);
    const [known] = await relatives(tester, it, 1);
    const before = await listAll(tester, it.type);
    const answer = await postRelated(tester, it, { data: [known, missingRelative(tester, it)] });
    expectStatus(answer, 404);
    await expectNothingNew(tester, it.type, before, answer);
  }),
  check(eachToOne, 'create-missing-leaves-no-trace', async (tester, it) => {
    const before = await listAll(tester, it.type);
    const answer = await postRelated(tester, it, { data: missingRelative(tester, it) });
    if (answer.status < 400) undecided(`The request succeeded with ${answer.status}.`);
    await expectNothingNew(tester, it.type, before, answer);
  }),
  check(eachToOne, 'create-linkage-array', (tester, it) => expectRejectedWith(tester, it, { data: [] }, 'an array')),
  check(eachToMany, 'create-linkage-null', (tester, it) => expectRejectedWith(tester, it, { data: null }, 'null')),
  check(eachToOne, 'create-relationship-without-data', (tester, it) =>
    expectRejectedWith(tester, it, { meta: {} }, 'a relationship without `data`'),
  ),
  check(eachCreatable, 'create-error-document', async (tester, it) => {
    const answer = await post(tester, it, { type: 'conformanceUnknown' });
    if (!Array.isArray(documentOf(errorAnswer(answer)).errors)) fail('`errors`', show(answer.document));
  }),
];
