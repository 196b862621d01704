import { isSame, show } from '../../json.ts';
import { create, expectNothingNew, listAll } from '../../run/fixtures.ts';
import { fail, undecided } from '../../run/verdict.ts';
import { updateOf } from '../../samples/samples.ts';
import { type Case, checksOf } from '../case.ts';
import { documentOf, expectClientError, expectPointersResolve, expectStatus } from '../expectations.ts';
import { ATOMIC, adding, atomicCase, atomicType, endpointOf, operate } from './endpoint.ts';
import { malformedOperations } from './malformed.ts';

const check = checksOf({
  'lid-unknown': 'ATM-27 ATM-23: A `lid` that no earlier operation has is refused',
  'all-or-nothing': 'ATM-18: If an operation fails, none has an effect',
  'all-or-nothing-last': 'ATM-18 ATM-23: If the last of several operations fails, none has an effect',
  'error-document': 'ATM-05 ATM-21: The error of an operation has no results beside it, and points into the request',
  'not-processable': 'ATM-23: An operation of a type that does not exist gets a 4xx status',
  'with-data': 'ATM-02 ATM-22: Operations beside `data` get 400',
});

/** Operations that fail. */
export const atomicFailureCases: readonly Case[] = [
  check(atomicCase, 'lid-unknown', async (kit) => {
    const type = atomicType(kit);
    expectClientError(await operate(kit, [{ op: 'remove', ref: { type: type.name, lid: 'conformance-unknown' } }]));
  }),
  check(atomicCase, 'all-or-nothing', async (kit) => {
    const type = atomicType(kit);
    const before = await listAll(kit, type);
    const id = kit.unknownId(type.found.at(0)?.id);
    const answer = await operate(kit, [adding(kit, type), { op: 'remove', ref: { type: type.name, id } }]);
    expectClientError(answer);
    await expectNothingNew(kit, type, before, answer);
  }),
  check(atomicCase, 'all-or-nothing-last', async (kit) => {
    const type = atomicType(kit);
    const made = await create(kit, type);
    const before = await listAll(kit, type);
    const operations = [
      { op: 'update', data: { type: type.name, id: made.id, ...kit.fill(updateOf(type)) } },
      adding(kit, type),
      { op: 'add', data: { type: 'conformanceUnknown' } },
    ];
    const answer = await operate(kit, operations);
    expectClientError(answer);
    await expectNothingNew(kit, type, before, answer);
    const { attributes } = (await kit.fetchDocument(made.url)).document.data;
    if (!isSame(attributes, made.resource.attributes))
      fail('the attributes as they were', `the attributes are ${show(attributes)}`);
  }),
  check(atomicCase, 'error-document', async (kit) => {
    const type = atomicType(kit);
    const id = kit.unknownId(type.found.at(0)?.id);
    const answer = await operate(kit, [adding(kit, type), { op: 'remove', ref: { type: type.name, id } }]);
    if (answer.status < 400) undecided(`The status is ${answer.status}.`);
    if (Object.hasOwn(documentOf(answer), 'atomic:results'))
      fail('no `atomic:results`', 'the document has `atomic:results`');
    expectPointersResolve(answer);
  }),
  ...malformedOperations.map(([name, what, operations]) =>
    atomicCase(`malformed-${name}`, 'ATM-22', `${what} gets 400`, async (kit) => {
      const { name: type, found } = atomicType(kit);
      // An id of no resource: a lenient server must find nothing to change.
      const id = kit.unknownId(found.at(0)?.id);
      const text = JSON.stringify(operations).replaceAll('{type}', type).replaceAll('{id}', id);
      expectStatus(await operate(kit, JSON.parse(text)), 400);
    }),
  ),
  check(atomicCase, 'not-processable', async (kit) =>
    expectClientError(await operate(kit, [{ op: 'add', data: { type: 'conformanceUnknown' } }])),
  ),
  check(atomicCase, 'with-data', async (kit) => {
    const body = { 'atomic:operations': [adding(kit, atomicType(kit))], data: null };
    expectStatus(
      await kit.send('POST', endpointOf(kit), { headers: { accept: ATOMIC, 'content-type': ATOMIC }, body }),
      400,
    );
  }),
];
