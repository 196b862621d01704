import { readResponseContentType } from '@linkage/core';
import type { RelationshipFacts } from '../../facts/type-facts.ts';
import { relatedUrl, relationshipUrl, urlOfId } from '../../facts/urls.ts';
import { create, createDocument } from '../../run/fixtures.ts';
import { MEDIA_TYPE, type Tester } from '../../run/tester.ts';
import { absent, fail, undecided } from '../../run/verdict.ts';
import { type Answer, isJsonApi } from '../../target/exchange.ts';
import { aCreatable, anApi, aRelationship, aResource, type Case, type CaseMaker, checksOf } from '../case.ts';
import { expectSource, expectStatus } from '../expectations.ts';
import { UNKNOWN_PROFILE } from './unknown.ts';

const repeated = {
  'response-type-{name}': 'NEG-01 GEN-02: The response to {what} has the JSON:API media type',
  'response-parameters-{name}':
    'NEG-02: The media type of the response to {what} has no parameters but `ext` and `profile`',
  'vary-{name}': 'NEG-16 should: The response to {what} has `Vary: Accept`',
} as const;

type Check = (answer: Answer, tester: Tester) => void;
/** Makes the cases about one kind of responses. */
type Line = (id: keyof typeof repeated, check: Check) => Case;

function to<Subject>(
  name: string,
  what: string,
  make: CaseMaker<Subject>,
  ask: (tester: Tester, it: Subject) => Promise<Answer>,
): Line {
  const here = checksOf(repeated, { name, what });
  return (id, check) => here(make, id, async (tester: Tester, it: Subject) => check(await ask(tester, it), tester));
}

const atRelationship =
  (urlOf: typeof relatedUrl) =>
  (tester: Tester, it: RelationshipFacts): Promise<Answer> =>
    tester.get(urlOf(it, it.type.resource));

const notJsonApi = { accept: `${MEDIA_TYPE}; charset=utf-8` };

const lines: readonly Line[] = [
  to('collection', 'a collection', aResource, (tester, it) => tester.get(it.collection)),
  to('resource', 'a resource', aResource, (tester, it) => tester.get(urlOfId(it, it.resource.id))),
  to('related', 'related resources', aRelationship, atRelationship(relatedUrl)),
  to('relationship', 'a relationship', aRelationship, atRelationship(relationshipUrl)),
  to('not-found', 'a resource that does not exist', aResource, (tester, it) =>
    tester.get(urlOfId(it, tester.unknownId(it.resource.id))),
  ),
  to('bad-request', 'an invalid query parameter', aResource, (tester, it) =>
    tester.get(`${it.collection}?conformance=1`),
  ),
  to('not-acceptable', 'an `Accept` that cannot be met', aResource, (tester, it) =>
    tester.get(it.collection, notJsonApi),
  ),
  to('unsupported', 'a `Content-Type` that is not supported', aCreatable, (tester, it) =>
    tester.send('POST', it.collection, {
      headers: { 'content-type': `${MEDIA_TYPE}; charset=utf-8` },
      body: createDocument(tester, it),
    }),
  ),
  to('created', 'a create request', aCreatable, async (tester, it) => (await create(tester, it)).answer),
];

function expectMediaType({ body, headers }: Answer): void {
  if (body === '') undecided('The response has no body.');
  const type = headers['content-type'];
  if (isJsonApi(type)) return;
  const came = type === undefined ? 'there is no `Content-Type`' : `the \`Content-Type\` is ${type}`;
  fail(`\`Content-Type: ${MEDIA_TYPE}\``, came);
}

const onlyParameters = (type: string): boolean =>
  [...type.matchAll(/;\s*([^=;\s]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^;]*)/g)].every(([, name = '']) =>
    /^(ext|profile)$/i.test(name),
  );

const check = checksOf({
  'accept-error-names-header': 'ERR-17 NEG-13 should: The error of a 406 names the header `Accept`',
  'unknown-profile-not-applied':
    'NEG-05: A profile that the server does not know is not named in the `Content-Type` of the response',
  // A server should apply a profile that it supports, but not to every collection.
  'profile-applied':
    'NEG-05 NEG-08 NEG-15 should: A supported profile that the client requests is named in the `Content-Type` of the response',
  'extension-applied':
    'NEG-04 NEG-07: An extension that `Accept` requires is named in the `Content-Type` of the response',
  'extension-with-unknown':
    'NEG-14: An instance of `Accept` that names a supported and an unsupported extension gets 406',
});

const checked = (line: Line, ...given: Parameters<Line>): Case => line(...given);

/** Cases about the headers of responses. */
export const responseTypeCases: readonly Case[] = [
  ...lines.flatMap((it) => [
    checked(it, 'response-type-{name}', expectMediaType),
    checked(it, 'response-parameters-{name}', ({ headers: { 'content-type': type = '' } }) => {
      if (!isJsonApi(type)) undecided('The response does not have the JSON:API media type.');
      if (!onlyParameters(type)) fail('no other parameters', `the media type is ${type}`);
    }),
    checked(it, 'vary-{name}', ({ headers: { vary = '' } }, { world: { samples } }) => {
      const { extensions = [], profiles = [] } = samples;
      if (extensions.length + profiles.length === 0) absent('The samples name no extension and no profile.');
      if (!/(^|,)\s*(accept|\*)\s*(,|$)/i.test(vary)) fail('`Vary` with `Accept`', `\`Vary\` is "${vary}"`);
    }),
  ]),
  check(aResource, 'accept-error-names-header', async (tester, it) =>
    expectSource(await tester.get(it.collection, notJsonApi), 'header', 'Accept'),
  ),
  check(aResource, 'unknown-profile-not-applied', async (tester, it) => {
    const answer = await tester.get(it.collection, { accept: `${MEDIA_TYPE}; profile="${UNKNOWN_PROFILE}"` });
    const { profiles = [] } = readResponseContentType(answer.headers['content-type']) ?? {};
    if (profiles.includes(UNKNOWN_PROFILE)) fail('no unknown profile', 'the response names it');
  }),
  check(anApi, 'profile-applied', async (tester, { samples: { profiles = [] }, types }) => {
    const [profile] = profiles;
    const [type] = types;
    if (profile === undefined || type === undefined) absent('The samples name no profile.');
    const answer = await tester.get(type.collection, { accept: `${MEDIA_TYPE}; profile="${profile}"` });
    const applied = readResponseContentType(answer.headers['content-type'])?.profiles ?? [];
    const bare = (uri: string): string => uri.replace(/\/$/, '');
    if (!applied.map(bare).includes(bare(profile)))
      fail(`the profile ${profile} in \`Content-Type\``, `\`Content-Type\` names ${applied.join(' ') || 'no profile'}`);
  }),
  check(anApi, 'extension-applied', async (tester, { samples: { extensions = [], atomic }, types }) => {
    const extension = extensions.find((uri) => atomic === undefined || !uri.endsWith('/atomic'));
    const [type] = types;
    if (extension === undefined || type === undefined) absent('The samples name no extension that reads can use.');
    const answer = await tester.get(type.collection, { accept: `${MEDIA_TYPE}; ext="${extension}"` });
    const applied = readResponseContentType(answer.headers['content-type'])?.extensions ?? [];
    if (!applied.includes(extension))
      fail(
        `the extension ${extension} in \`Content-Type\``,
        `\`Content-Type\` names ${applied.join(' ') || 'no extension'}`,
      );
  }),
  check(anApi, 'extension-with-unknown', async (tester, { samples: { extensions = [] }, types }) => {
    const [extension] = extensions;
    const [type] = types;
    if (extension === undefined || type === undefined) absent('The samples name no extension.');
    const accept = `${MEDIA_TYPE}; ext="${extension} https://example.com/conformance/unknown-extension"`;
    expectStatus(await tester.get(type.collection, { accept }), 406);
  }),
];
