import type { TypeFacts } from '../../facts/type-facts.ts';
import { urlOfId } from '../../facts/urls.ts';
import { canonical, type Json, show } from '../../json.ts';
import { create, createDocument } from '../../run/fixtures.ts';
import type { Tester } from '../../run/tester.ts';
import { fail, undecided } from '../../run/verdict.ts';
import type { Answer } from '../../target/exchange.ts';
import { type Case, checksOf, eachCreatable, eachResource } from '../case.ts';
import { errorAnswer, errorsOf, expectPointersResolve, expectRejected } from '../expectations.ts';
import { post } from './create.ts';
import { patch } from './updating.ts';

type Ask = (tester: Tester, it: TypeFacts) => Promise<Answer>;

const reads: readonly (readonly [name: string, what: string, ask: Ask])[] = [
  [
    'not-found',
    'a resource that does not exist',
    (tester, it) => tester.get(urlOfId(it, tester.unknownId(it.resource.id))),
  ],
  ['parameter', 'an invalid parameter', (tester, it) => tester.get(`${it.collection}?conformance=1`)],
  ['include', 'an unknown include path', (tester, it) => tester.get(`${it.collection}?include=conformanceUnknown`)],
  ['sort', 'an unsupported sort', (tester, it) => tester.get(`${it.collection}?sort=conformanceUnknown`)],
];

function invalidOf({ sample: { invalid } }: TypeFacts): Json {
  return invalid ?? undecided('The samples have no `invalid`.');
}

/** Sends a create request with attributes that the samples say are invalid. */
async function postInvalid(tester: Tester, it: TypeFacts): Promise<Answer> {
  const invalid = invalidOf(it);
  const { attributes } = createDocument(tester, it).data;
  return post(tester, it, { attributes: { ...attributes, ...invalid } });
}

const STATUS = /^[45]\d\d$/;

const check = checksOf({
  'error-invalid-attributes': 'ERR-20 STA-07 recommended: Invalid attributes get a 4xx status',
  'error-invalid-pointer': 'ERR-15 ERR-20: Pointers of errors about invalid attributes lead to them',
  'error-invalid-update': 'ERR-15 ERR-20: Pointers of errors about an invalid update lead to its attributes',
  'error-type-pointer': 'ERR-15: Pointers of errors about a wrong type lead into the request',
  'error-no-source-for-headers': 'ERR-19 recommended: A 415 has no pointer',
});

const repeated = {
  'error-document-{name}': 'ERR-01 ERR-02 ERR-06: The response to {what} is an error document',
  'error-status-{name}':
    'ERR-10 ERR-04 should: The errors about {what} have the status of the response, or it is the most general one',
  'error-title-{name}': 'ERR-12 should: The title of the error about {what} is the same each time',
  'error-readable-{name}': 'ERR-06 recommended: The error about {what} has a title, a detail or a code',
} as const;

/** Error documents. */
export const errorCases: readonly Case[] = [
  ...reads.flatMap(([name, what, ask]) => {
    const here = checksOf(repeated, { name, what });
    return [
      here(eachResource, 'error-document-{name}', async (tester, it) => {
        const answer = errorAnswer(await ask(tester, it));
        errorsOf(answer);
        if (Object.hasOwn(answer.document, 'data')) fail('no `data`', 'there is `data`');
      }),
      here(eachResource, 'error-status-{name}', async (tester, it) => {
        const answer = errorAnswer(await ask(tester, it));
        const statuses = errorsOf(answer).map(({ status }) => status);
        if (statuses.every((status) => status === undefined)) undecided('The error objects have no status.');
        const odd = statuses.find(
          (status) => status !== undefined && !(typeof status === 'string' && STATUS.test(status)),
        );
        if (odd !== undefined) fail('an HTTP status as a string in each error', `a status is ${show(odd)}`);
        const [first] = statuses;
        const isOne = statuses.every((status) => status === first);
        if (isOne && first !== String(answer.status))
          fail(`the status "${answer.status}" in the errors`, `the errors have ${show(first)}`);
      }),
      here(eachResource, 'error-title-{name}', async (tester, it) => {
        const titles = async () => canonical(errorsOf(errorAnswer(await ask(tester, it))).map(({ title }) => title));
        const [first, second] = [await titles(), await titles()];
        if (first !== second) fail(`the same titles each time: ${first}`, `the titles are ${second}`);
      }),
      here(eachResource, 'error-readable-{name}', async (tester, it) => {
        const said = errorsOf(errorAnswer(await ask(tester, it))).some(
          ({ title, detail, code }) => title ?? detail ?? code,
        );
        if (!said) fail('a title, a detail, or a code in an error', 'no error has one');
      }),
    ];
  }),
  check(eachCreatable, 'error-invalid-attributes', async (tester, it) => {
    expectRejected(await postInvalid(tester, it), 'attributes that the samples say are invalid');
  }),
  check(eachCreatable, 'error-invalid-pointer', async (tester, it) => {
    expectPointersResolve(await postInvalid(tester, it));
  }),
  check(eachCreatable, 'error-invalid-update', async (tester, it) => {
    const attributes = invalidOf(it);
    expectPointersResolve(await patch(tester, await create(tester, it), { attributes }));
  }),
  check(eachCreatable, 'error-type-pointer', async (tester, it) => {
    expectPointersResolve(await post(tester, it, { type: 'conformanceUnknown' }));
  }),
  check(eachCreatable, 'error-no-source-for-headers', async (tester, it) => {
    const headers = { 'content-type': 'application/vnd.api+json; charset=utf-8' };
    const answer = errorAnswer(await tester.send('POST', it.collection, { headers, body: createDocument(tester, it) }));
    const pointed = errorsOf(answer).some(({ source }) => source?.pointer !== undefined);
    if (pointed) fail('no `source.pointer`', 'an error has one');
  }),
];
