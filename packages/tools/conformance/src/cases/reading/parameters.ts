import { relatedUrl, relationshipUrl, resourceUrl } from '../../facts/urls.ts';
import { isSame } from '../../json.ts';
import { fail, undecided } from '../../run/verdict.ts';
import { type Case, checksOf, eachRelationship, eachResource } from '../case.ts';
import { expectSource, expectStatus, getsBeside } from '../expectations.ts';
import { namesIn } from './fieldset.ts';
import { shapes } from './include-paths.ts';

/** Names that the specification reserves or forbids: 400 wherever they appear. */
const invalidNames: readonly (readonly [name: string, parameter: string, rows: string])[] = [
  ['reserved', 'conformance', 'QRY-05 QRY-01 GEN-03'],
  ['reserved-one-letter', 'x', 'QRY-05'],
  ['reserved-brackets', 'conformance[x]', 'QRY-05 QRY-02'],
  ['reserved-empty-brackets', 'conformance[]', 'QRY-05 QRY-02'],
  ['reserved-two-brackets', 'conformance[a][b]', 'QRY-05 QRY-02'],
  ['includes', 'includes', 'QRY-05'],
  ['sorting', 'sorting', 'QRY-05'],
  ['profile', 'profile', 'QRY-05 VER-04 JAP-06'],
  ['ext', 'ext', 'QRY-05 VER-04 JAP-06'],
  ['leading-hyphen', '-conformance', 'QRY-05 QRY-03'],
  ['trailing-hyphen', 'conformance-', 'QRY-05 QRY-03'],
  ['leading-low-line', '_conformance', 'QRY-05 QRY-03'],
  ['trailing-low-line', 'conformance_', 'QRY-05 QRY-03'],
  ['dot', 'con.formance', 'QRY-05 QRY-03'],
  ['plus', 'con%2Bformance', 'QRY-05 QRY-03'],
  ['comma', 'con%2Cformance', 'QRY-05 QRY-03'],
  ['bang', 'conformance!', 'QRY-05 QRY-03'],
  ['dollar', '%24conformance', 'QRY-05 QRY-03'],
  ['at', '%40conformance', 'QRY-05 QRY-03'],
  ['quote', "con'formance", 'QRY-05 QRY-03'],
  ['slash', 'con/formance', 'QRY-05 QRY-03'],
  ['line-feed', 'conFormance%0A', 'QRY-05 QRY-03'],
  ['behind-brackets', 'conFormance[a]b', 'QRY-05 QRY-02'],
  ['open-bracket', 'conFormance[a', 'QRY-05 QRY-02'],
  ['close-bracket', 'conFormance]', 'QRY-05 QRY-02'],
  ['nested-brackets', 'conFormance[[a]]', 'QRY-05 QRY-02'],
  ['bracket-invalid', 'conFormance[-a]', 'QRY-05 QRY-02'],
  ['only-brackets', '[a]', 'QRY-05 QRY-02'],
  ['extension', 'conformance:x', 'QRY-11 EXT-10 QRY-05'],
  ['extension-upper-case', 'conformance:xY', 'QRY-11 EXT-10 QRY-05'],
];

/** Parameters that the specification defines, with members that it does not. */
const odd: readonly (readonly [name: string, query: string, rows: string])[] = [
  ['include-brackets', 'include[x]=y', 'QRY-05 QRY-01'],
  ['sort-brackets', 'sort[x]=y', 'QRY-05 QRY-01'],
  ['fields-bare', 'fields=y', 'QRY-05 QRY-13'],
  ['fields-empty', 'fields[]=y', 'QRY-05 QRY-13'],
  ['fields-two', 'fields[a][b]=y', 'QRY-05 QRY-13'],
  ['page-bare', 'page=x', 'QRY-13 QRY-01'],
  ['filter-bare', 'filter=', 'QRY-13 QRY-01'],
];

const check = checksOf({
  'parameter-resource': 'QRY-05 STA-01: An invalid parameter of a resource gets 400',
  'parameter-related': 'QRY-05 STA-01: An invalid parameter of related resources gets 400',
  'parameter-relationship': 'QRY-05 STA-01: An invalid parameter of a relationship gets 400',
  'parameter-page-resource': 'QRY-01 recommended: A `page` parameter of a single resource gets 400',
  'parameter-decoded-name': 'QRY-06 QRY-05: The name of a parameter is decoded before it is read',
  'parameter-encoded-brackets': 'QRY-10 QRY-06: Encoded and plain square brackets mean the same',
  'parameter-encoded-comma': 'QRY-06 QRY-15 recommended: An encoded comma separates like a plain one',
  'parameter-empty-query': 'QRY-06 recommended: An empty query changes nothing',
  'parameter-camel-case': 'QRY-12 recommended: A parameter with a name of applications gets 200 or 400',
});

/** Names of query parameters. */
export const parameterCases: readonly Case[] = [
  ...invalidNames.map(([name, parameter, rows]) =>
    eachResource(`parameter-${name}`, rows, `The query parameter \`${parameter}\` gets 400`, async (tester, it) =>
      expectStatus(await tester.get(`${it.collection}?${parameter}=1`), 400),
    ),
  ),
  ...odd.map(([name, query, rows]) =>
    eachResource(
      `parameter-${name}`,
      rows,
      `The query \`${query}\` gets 400`,
      async (tester, it) => expectStatus(await tester.get(`${it.collection}?${query}`), 400),
      'recommended',
    ),
  ),
  ...shapes.map(([name, what, urlOf]) =>
    eachResource(
      `parameter-source-${name}`,
      'QRY-14 ERR-16 QRY-05',
      `The error of an invalid parameter of ${what} names it`,
      async (tester, it) => expectSource(await tester.get(`${urlOf(it)}?conformance=1`), 'parameter', 'conformance'),
      'should',
    ),
  ),
  check(eachResource, 'parameter-resource', async (tester, it) =>
    expectStatus(await tester.get(`${resourceUrl(it, it.resource)}?conformance=1`), 400),
  ),
  check(eachRelationship, 'parameter-related', getsBeside(400, relatedUrl, { conformance: '1' })),
  check(eachRelationship, 'parameter-relationship', getsBeside(400, relationshipUrl, { conformance: '1' })),
  check(eachResource, 'parameter-page-resource', async (tester, it) =>
    expectStatus(await tester.get(`${resourceUrl(it, it.resource)}?page[conformanceUnknown]=1`), 400),
  ),
  check(eachResource, 'parameter-decoded-name', async (tester, it) =>
    expectStatus(await tester.get(`${it.collection}?con%66ormance=1`), 400),
  ),
  check(eachResource, 'parameter-encoded-brackets', async (tester, it) => {
    const [field = undecided('No attribute is known.')] = it.attributes;
    const encoded = await tester.get(`${it.collection}?fields%5B${it.name}%5D=${field}`);
    const plain = await tester.get(`${it.collection}?fields[${it.name}]=${field}`);
    if (plain.status >= 400 && encoded.status === 200) undecided('The server rejects plain brackets.');
    expectStatus(plain, encoded.status);
    const [left, right] = [plain, encoded].map(({ document }) => namesIn(document?.data));
    if (!isSame(left, right)) fail('the same fields', 'they differ');
  }),
  check(eachResource, 'parameter-encoded-comma', async (tester, it) => {
    const fields = it.attributes.slice(0, 2);
    if (fields.length < 2) undecided('Fewer than two attributes are known.');
    const encoded = await tester.fetchDocument(`${it.collection}?fields%5B${it.name}%5D=${fields.join('%2C')}`);
    const plain = await tester.fetchDocument(`${it.collection}?fields%5B${it.name}%5D=${fields.join(',')}`);
    const [left, right] = [plain, encoded].map(({ document }) => namesIn(document?.data));
    if (!isSame(left, right)) fail('the same fields', 'they differ');
  }),
  check(eachResource, 'parameter-empty-query', async (tester, it) =>
    expectStatus(await tester.get(`${it.collection}?`), 200),
  ),
  check(eachResource, 'parameter-camel-case', async (tester, it) =>
    expectStatus(await tester.get(`${it.collection}?conformanceCheck=1`), 200, 400),
  ),
];
