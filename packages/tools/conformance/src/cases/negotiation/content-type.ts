import type { CaseLevel } from '../../clauses/clauses.ts';
import type { TypeFacts } from '../../facts/type-facts.ts';
import { relationshipUrl } from '../../facts/urls.ts';
import { create, createDocument } from '../../run/fixtures.ts';
import { MEDIA_TYPE, type Tester } from '../../run/tester.ts';
import { fail, undecided } from '../../run/verdict.ts';
import { updateOf } from '../../samples/samples.ts';
import type { Answer } from '../../target/exchange.ts';
import { aCreatable, anUpdatable, type Case, eachToMany, eachToOne } from '../case.ts';
import { expectSource, expectStatus, expectSuccess, rejectionText } from '../expectations.ts';
import { needsVersion11 } from '../version.ts';
import { UNKNOWN_EXTENSION as ext, UNKNOWN_PROFILE as profile } from './unknown.ts';

const type = MEDIA_TYPE;

type Line = readonly [name: string, rows: string, contentType: string, is: 'accepted' | 'rejected', level?: CaseLevel];

const lines: readonly Line[] = [
  ['plain', 'GEN-02 NEG-01', type, 'accepted'],
  ['upper-case', 'NEG-20', 'Application/Vnd.API+JSON', 'accepted'],
  ['unknown-profile', 'NEG-15', `${type}; profile="${profile}"`, 'accepted'],
  ['two-unknown-profiles', 'NEG-15 NEG-03', `${type}; profile="${profile} ${profile}/2"`, 'accepted'],
  ['profile-with-semicolon', 'NEG-15 NEG-20', `${type}; profile="https://example.com/a;b"`, 'accepted'],
  ['charset', 'NEG-10 STA-06', `${type}; charset=utf-8`, 'rejected'],
  ['charset-quoted', 'NEG-10', `${type}; charset="utf-8"`, 'rejected'],
  ['charset-upper-case', 'NEG-10 NEG-20', `${type}; CHARSET=UTF-8`, 'rejected'],
  ['charset-no-space', 'NEG-10', `${type};charset=utf-8`, 'rejected'],
  ['version', 'NEG-10 NEG-02', `${type}; version=1.1`, 'rejected'],
  ['weight', 'NEG-10 NEG-19', `${type}; q=1`, 'rejected'],
  ['profile-and-charset', 'NEG-10', `${type}; profile="${profile}"; charset=utf-8`, 'rejected'],
  ['unknown-extension', 'NEG-11 STA-06 VER-04', `${type}; ext="${ext}"`, 'rejected'],
  ['two-unknown-extensions', 'NEG-11 NEG-03', `${type}; ext="${ext} ${ext}/2"`, 'rejected'],
  ['unknown-extension-and-profile', 'NEG-11', `${type}; ext="${ext}"; profile="${profile}"`, 'rejected'],
  ['json', 'NEG-23', 'application/json', 'rejected', 'recommended'],
  ['text', 'NEG-23', 'text/plain', 'rejected', 'recommended'],
  ['form', 'NEG-23', 'application/x-www-form-urlencoded', 'rejected', 'recommended'],
];

async function post(tester: Tester, it: TypeFacts, contentType: string) {
  return tester.send('POST', it.collection, {
    headers: { 'content-type': contentType },
    body: createDocument(tester, it),
  });
}

/** Fails if create requests succeed only with another media type. */
function expectParsed({ exchanges, world }: Tester): void {
  const { unparsed } = [...world.gateway.tracked.trials.values()].find((trial) => trial.unparsed !== undefined) ?? {};
  if (unparsed === undefined) return;
  exchanges.push(...unparsed);
  const [rejected, accepted] = unparsed.map(({ response }) => response?.status);
  const change = `Let the server parse bodies of this media type as JSON.`;
  fail(
    `a create request with \`${type}\` that succeeds`,
    `the status is ${rejected}, and ${accepted} for the same request as JSON`,
    change,
  );
}

const creating = lines.map(([name, rows, contentType, is, level]) =>
  aCreatable(
    `content-type-${name}`,
    rows,
    `A create request with \`Content-Type: ${contentType}\` ${is === 'accepted' ? 'succeeds' : 'gets 415'}`,
    async (tester, it) => {
      if (name === 'plain') expectParsed(tester);
      const answer = await post(tester, it, contentType);
      if (is === 'rejected') return expectStatus(answer, 415);
      if (contentType.includes('profile=')) needsVersion11(tester, answer);
      if (answer.status === 415) expectStatus(answer, 201, 202, 204);
      expectSuccess(answer, 200, 201, 202, 204);
    },
    level,
  ),
);

/** Fails unless the status is 415. Undecided if the server rejects the request for another reason, such as its method. */
function expectUnsupported(answer: Answer): void {
  if ([403, 404, 405, 501].includes(answer.status)) undecided(`${rejectionText(answer)}.`);
  expectStatus(answer, 415);
}

const other: readonly (readonly [string, string, string])[] = [
  ['charset', 'NEG-10', `${type}; charset=utf-8`],
  ['unknown-extension', 'NEG-11', `${type}; ext="${ext}"`],
];

const updating = other.flatMap(([name, rows, contentType]) => [
  anUpdatable(`content-type-update-${name}`, rows, `An update with \`${contentType}\` gets 415`, async (tester, it) => {
    const { url, id } = await create(tester, it);
    const body = { data: { type: it.name, id, ...tester.fill(updateOf(it)) } };
    expectUnsupported(await tester.send('PATCH', url, { headers: { 'content-type': contentType }, body }));
  }),
  eachToOne(
    `content-type-to-one-${name}`,
    rows,
    `An update of a to-one relationship with \`${contentType}\` gets 415`,
    async (tester, it) => {
      const { resource } = await create(tester, it.type);
      const url = relationshipUrl(it, resource);
      const headers = { 'content-type': contentType };
      expectUnsupported(await tester.send('PATCH', url, { headers, body: { data: null } }));
    },
  ),
  eachToMany(
    `content-type-to-many-${name}`,
    rows,
    `A POST to a to-many relationship with \`${contentType}\` gets 415`,
    async (tester, it) => {
      const { resource } = await create(tester, it.type);
      const headers = { 'content-type': contentType };
      expectUnsupported(await tester.send('POST', relationshipUrl(it, resource), { headers, body: { data: [] } }));
    },
  ),
]);

/** Cases about `Content-Type`. */
export const contentTypeCases: readonly Case[] = [
  ...creating,
  ...updating,
  aCreatable(
    'content-type-error-names-header',
    'ERR-17 NEG-10',
    'The error of a 415 names the header `Content-Type`',
    async (tester, it) => expectSource(await post(tester, it, `${type}; charset=utf-8`), 'header', 'Content-Type'),
    'should',
  ),
];
