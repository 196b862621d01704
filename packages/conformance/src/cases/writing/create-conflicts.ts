import type { RelationshipFacts, TypeFacts } from '../../facts/type-facts.ts';
import { type Json, show } from '../../json.ts';
import { allIds, createDocument, missingRelative, relatives } from '../../run/fixtures.ts';
import type { Kit } from '../../run/kit.ts';
import { undecided } from '../../run/verdict.ts';
import type { Answer } from '../../target/exchange.ts';
import { type Case, eachCreatable, eachToMany, eachToOne } from '../case.ts';
import { documentOf, errorsOf, expectStatus, expectThat } from '../expectations.ts';

async function post(kit: Kit, it: TypeFacts, more: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
  return kit.send('POST', it.collection, { body: createDocument(kit, it, more) });
}

/** Returns an id that a client may make; undecided if the samples forbid it. */
function clientId(kit: Kit, { sample: { clientIds = false }, name }: TypeFacts): string {
  if (clientIds === false) undecided(`The samples say that "${name}" has no client-generated ids.`);
  return kit.fill(clientIds === true ? '{uuid}' : clientIds);
}

/** Sends a create request in which a relationship has these members, such as `data`. */
async function postRelated(kit: Kit, it: RelationshipFacts, members: Json): Promise<Answer> {
  const { data } = createDocument(kit, it.type);
  const relationships = { ...data.relationships, [it.name]: members };
  return kit.send('POST', it.type.collection, { body: { data: { ...data, relationships } } });
}

async function expectRefused(kit: Kit, it: RelationshipFacts, members: Json): Promise<void> {
  const { status } = await postRelated(kit, it, members);
  expectThat(status >= 400 && status < 500, 'a 4xx status', () => `it is ${status}`);
}

/** Ids that clients make. */
export const clientIdCases: readonly Case[] = [
  eachCreatable('create-client-id', 'CRE-02', 'A client-generated id is kept', async (kit, it) => {
    const id = clientId(kit, it);
    expectStatus(await post(kit, it, { id }), 201, 202, 204);
    const { document } = await kit.fetchDocument(`${it.collection}/${encodeURIComponent(id)}`);
    expectThat(document.data?.id === id, show(id), () => `it is ${show(document.data?.id)}`);
  }),
  eachCreatable(
    'create-client-id-taken',
    'CRE-14 STA-05',
    'A client-generated id that exists gets 409',
    async (kit, it) => {
      const id = clientId(kit, it);
      expectStatus(await post(kit, it, { id }), 201, 202, 204);
      expectStatus(await post(kit, it, { id }), 409);
    },
  ),
  eachCreatable(
    'create-client-id-forbidden',
    'CRE-11 STA-02',
    'A client-generated id that is not supported gets 403',
    async (kit, it) => {
      if ((it.sample.clientIds ?? false) !== false) undecided('The samples say that ids of clients are supported.');
      const like = it.found.at(0)?.id;
      const id = /^\d+$/.test(String(like ?? '')) ? '2147480002' : crypto.randomUUID();
      expectStatus(await post(kit, it, { id }), 403);
    },
  ),
  eachCreatable(
    'create-client-id-no-trace',
    'CRE-11 CRE-04',
    'A refused client-generated id leaves no resource behind',
    async (kit, it) => {
      const id = /^\d+$/.test(String(it.found.at(0)?.id ?? '')) ? '2147480003' : crypto.randomUUID();
      const { status } = await post(kit, it, { id });
      if (status < 400) undecided(`The server accepts ids of clients (${status}).`);
      expectStatus(await kit.get(`${it.collection}/${id}`), 404);
    },
  ),
];

/** Create requests that fail. */
export const createConflictCases: readonly Case[] = [
  eachCreatable(
    'create-wrong-type',
    'CRE-15 STA-05',
    'A type that is not that of the collection gets 409',
    async (kit, it) => expectStatus(await post(kit, it, { type: 'conformanceUnknown' }), 409),
  ),
  eachCreatable('create-other-type', 'CRE-15', 'The type of another collection gets 409', async (kit, it) => {
    const other = kit.world.types.find(({ name }) => name !== it.name) ?? undecided('The samples name one type.');
    expectStatus(await post(kit, it, { type: other.name }), 409);
  }),
  eachCreatable(
    'create-conflict-detail',
    'CRE-16',
    'A 409 says what conflicts',
    async (kit, it) => {
      const answer = await post(kit, it, { type: 'conformanceUnknown' });
      if (answer.status !== 409) undecided(`The status is ${answer.status}.`);
      const said = errorsOf(answer).some(({ title, detail, source, meta }) => title ?? detail ?? source ?? meta);
      expectThat(said, 'a title, detail, source or meta', () => `it is ${show(answer.document.errors)}`);
    },
    'should',
  ),
  eachToOne(
    'create-missing-to-one',
    'CRE-13 STA-03',
    'A to-one relationship with a resource that does not exist gets 404',
    async (kit, it) => expectStatus(await postRelated(kit, it, { data: missingRelative(kit, it) }), 404),
  ),
  eachToMany(
    'create-missing-to-many',
    'CRE-13 STA-03',
    'A to-many relationship with a resource that does not exist gets 404',
    async (kit, it) => expectStatus(await postRelated(kit, it, { data: [missingRelative(kit, it)] }), 404),
  ),
  eachToMany(
    'create-missing-second',
    'CRE-13 CRE-04',
    'A known and an unknown related resource get 404, and nothing is created',
    async (kit, it) => {
      const [known] = await relatives(kit, it, 1);
      const before = await allIds(kit, it.type);
      const { status } = await postRelated(kit, it, { data: [known, missingRelative(kit, it)] });
      expectThat(status === 404, 'status 404', () => `it is ${status}`);
      expectThat((await allIds(kit, it.type)) === before, 'the collection as it was', () => 'a resource was created');
    },
  ),
  eachToOne(
    'create-missing-leaves-no-trace',
    'CRE-04',
    'A create request that fails leaves nothing behind',
    async (kit, it) => {
      const before = await allIds(kit, it.type);
      const { status } = await postRelated(kit, it, { data: missingRelative(kit, it) });
      if (status < 400) undecided(`The request succeeded with ${status}.`);
      expectThat((await allIds(kit, it.type)) === before, 'the collection as it was', () => 'a resource was created');
    },
  ),
  eachToOne('create-linkage-array', 'CRE-03 REL-05', 'An array for a to-one relationship is refused', (kit, it) =>
    expectRefused(kit, it, { data: [] }),
  ),
  eachToMany('create-linkage-null', 'CRE-03 REL-05', 'Null for a to-many relationship is refused', (kit, it) =>
    expectRefused(kit, it, { data: null }),
  ),
  eachToOne(
    'create-relationship-without-data',
    'CRE-03',
    'A relationship without `data` in a create request is refused',
    (kit, it) => expectRefused(kit, it, { meta: {} }),
    'recommended',
  ),
  eachCreatable(
    'create-error-document',
    'ERR-01 ERR-02',
    'A create request that fails gets an error document',
    async (kit, it) => {
      const answer = await post(kit, it, { type: 'conformanceUnknown' });
      if (answer.status < 400 || answer.body === '')
        undecided(`The response has status ${answer.status} and no document.`);
      expectThat(Array.isArray(documentOf(answer).errors), '`errors`', () => show(answer.document));
    },
  ),
];
