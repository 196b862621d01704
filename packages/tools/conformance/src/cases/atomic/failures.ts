import { isSame, show } from '../../json.ts';
import { create, expectNothingNew, listAll } from '../../run/fixtures.ts';
import { fail, undecided } from '../../run/verdict.ts';
import { type Case, checksOf } from '../case.ts';
import { documentOf, expectClientError, expectPointersResolve, expectStatus } from '../expectations.ts';
import { adding, atomicCase, atomicWrite, operate, updating } from './endpoint.ts';

/** Operations that break the form of the extension. `{type}` stands for a type of the samples, `{id}` for an id of no resource. */
const malformedOperations: readonly (readonly [name: string, what: string, operations: unknown])[] = [
  ['empty', 'An empty array of operations', []],
  ['null', 'Null in place of operations', null],
  ['object', 'An object in place of operations', {}],
  ['string', 'An operation that is a string', ['add']],
  ['no-op', 'An operation without `op`', [{ data: { type: '{type}', id: '{id}' } }]],
  ['unknown-op', 'An unknown `op`', [{ op: 'replace', data: { type: '{type}', id: '{id}' } }]],
  ['op-case', 'An `op` in upper case', [{ op: 'ADD', data: { type: '{type}' } }]],
  [
    'ref-and-href',
    '`ref` beside `href`',
    [{ op: 'remove', ref: { type: '{type}', id: '{id}' }, href: '/{type}/{id}' }],
  ],
  ['no-target', 'A removal without `ref` and `href`', [{ op: 'remove' }]],
  ['ref-without-type', 'A `ref` without `type`', [{ op: 'remove', ref: { id: '{id}' } }]],
  ['ref-without-id', 'A `ref` without `id` and `lid`', [{ op: 'remove', ref: { type: '{type}' } }]],
  ['add-without-data', 'An addition without `data`', [{ op: 'add' }]],
  ['data-without-type', 'An addition of a resource without `type`', [{ op: 'add', data: {} }]],
  ['href-number', 'An `href` that is a number', [{ op: 'update', href: 1, data: { type: '{type}', id: '{id}' } }]],
];

const check = checksOf({
  'lid-unknown': 'ATM-27 ATM-23: A `lid` that no earlier operation has is rejected',
  'all-or-nothing': 'ATM-18: If an operation fails, none has an effect',
  'all-or-nothing-last': 'ATM-18 ATM-23: If the last of several operations fails, none has an effect',
  'error-document': 'ATM-05 ATM-21: The error of an operation has no results beside it, and points into the request',
  'not-processable': 'ATM-23: An operation of a type that does not exist gets a 4xx status',
  'with-data': 'ATM-02 ATM-22: Operations beside `data` get 400',
});

/** Operations that fail. */
export const atomicFailureCases: readonly Case[] = [
  check(atomicWrite, 'lid-unknown', async (tester, type) => {
    expectClientError(await operate(tester, [{ op: 'remove', ref: { type: type.name, lid: 'conformance-unknown' } }]));
  }),
  check(atomicWrite, 'all-or-nothing', async (tester, type) => {
    const before = await listAll(tester, type);
    const id = tester.unknownId(type.found.at(0)?.id);
    const answer = await operate(tester, [adding(tester, type), { op: 'remove', ref: { type: type.name, id } }]);
    expectClientError(answer);
    await expectNothingNew(tester, type, before, answer);
  }),
  check(atomicWrite, 'all-or-nothing-last', async (tester, type) => {
    const made = await create(tester, type);
    const before = await listAll(tester, type);
    const operations = [
      updating(tester, type, made),
      adding(tester, type),
      { op: 'add', data: { type: 'conformanceUnknown' } },
    ];
    const answer = await operate(tester, operations);
    expectClientError(answer);
    await expectNothingNew(tester, type, before, answer);
    const { attributes } = (await tester.fetchDocument(made.url)).document.data;
    if (!isSame(attributes, made.resource.attributes))
      fail('the attributes as they were', `the attributes are ${show(attributes)}`);
  }),
  check(atomicWrite, 'error-document', async (tester, type) => {
    const id = tester.unknownId(type.found.at(0)?.id);
    const answer = await operate(tester, [adding(tester, type), { op: 'remove', ref: { type: type.name, id } }]);
    if (answer.status < 400) undecided(`The status is ${answer.status}.`);
    if (Object.hasOwn(documentOf(answer), 'atomic:results'))
      fail('no `atomic:results`', 'the document has `atomic:results`');
    expectPointersResolve(answer);
  }),
  ...malformedOperations.map(([name, what, operations]) =>
    atomicWrite(`malformed-${name}`, 'ATM-22', `${what} gets 400`, async (tester, { name: type, found }) => {
      // An id of no resource: a lenient server must find nothing to change.
      const id = tester.unknownId(found.at(0)?.id);
      const text = JSON.stringify(operations).replaceAll('{type}', type).replaceAll('{id}', id);
      expectStatus(await operate(tester, JSON.parse(text)), 400);
    }),
  ),
  check(atomicCase, 'not-processable', async (tester) =>
    expectClientError(await operate(tester, [{ op: 'add', data: { type: 'conformanceUnknown' } }])),
  ),
  check(atomicWrite, 'with-data', async (tester, type) =>
    expectStatus(await operate(tester, [adding(tester, type)], {}, { data: null }), 400),
  ),
];
