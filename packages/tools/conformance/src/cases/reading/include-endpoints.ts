import { relatedUrl, relationshipUrl, urlOfId, withQuery } from '../../facts/urls.ts';
import { identityOf, type Json, listOf, show } from '../../json.ts';
import { createDocument, existingUrls, firstOf } from '../../run/fixtures.ts';
import { absent, fail, undecided } from '../../run/verdict.ts';
import { type Case, checksOf, eachCreatable, eachRelationship, eachResource } from '../case.ts';
import { documentOf, errorAnswer, expectStatus, expectSuccess, getsBeside } from '../expectations.ts';
import { includedOf, pathsOf } from './include-paths.ts';

const bad: readonly (readonly [string, string, string])[] = [
  ['second-step', 'a known relationship and an unknown one', '{path}.conformanceUnknown'],
  ['among-known', 'a known path and an unknown one', '{path},conformanceUnknown'],
  ['attribute', 'an attribute', '{attribute}'],
  ['case', 'a relationship in another case', '{PATH}'],
  ['empty-element', 'a path and an empty element', '{path},'],
  ['trailing-dot', 'a path that ends with a dot', '{path}.'],
  ['empty-step', 'a path with an empty step', '{path}..conformanceUnknown'],
];

const malformed = bad.map(([name, what, template]) =>
  eachResource(
    `include-${name}`,
    'INC-07 INC-02 STA-01',
    `An \`include\` with ${what} gets 400`,
    async (tester, it) => {
      const [path = ''] = pathsOf(it).map((each) => each.split('.').at(0) ?? '');
      const [attribute = ''] = it.attributes;
      if (template === '{attribute}' && attribute === '') undecided('No attribute is known.');
      if (path.toUpperCase() === path) undecided('The path has no lower-case letters.');
      const include = template
        .replace('{path}', path)
        .replace('{PATH}', path.toUpperCase())
        .replace('{attribute}', attribute);
      expectStatus(await tester.get(withQuery(it.collection, { include })), 400);
    },
    /^(empty-element|trailing-dot)$/.test(name) ? 'recommended' : 'must',
  ),
);

const check = checksOf({
  'include-relationship-unknown': 'INC-07 INC-08: An unknown include path gets 400 at a relationship URL',
  'include-related-unknown': 'INC-07 INC-08: An unknown include path gets 400 at a related URL',
  'include-relationship': 'INC-08 CMP-07 should: A relationship URL includes what its own name reaches',
  'include-create': 'INC-04 INC-08: A create request with `include` gets `included`',
  'include-error': 'INC-09: An error document has no `included`',
  'include-not-supported': 'INC-07: A server without `include` responds with 400 to it',
  'include-default': 'CMP-03 INC-01: Without `include`, `included` holds linked resources or is absent',
});

const unknown = { include: 'conformanceUnknown' } as const;

const onRelationship: readonly Case[] = [
  check(eachRelationship, 'include-relationship-unknown', getsBeside(400, relationshipUrl, unknown)),
  check(eachRelationship, 'include-related-unknown', getsBeside(400, relatedUrl, unknown)),
  check(eachRelationship, 'include-relationship', async (tester, it) => {
    if (!it.type.sample.include?.includes(it.name)) undecided(`The samples do not name ${it.name} as an include path.`);
    const answer = await tester.get(withQuery(relationshipUrl(it, it.type.resource), { include: it.name }));
    expectSuccess(answer, 200);
    const { data } = documentOf(answer);
    const lacking = listOf(data)
      .map(identityOf)
      .filter((each) => !includedOf(answer).includes(each));
    if (lacking.length > 0) fail('the related resources in `included`', `${lacking[0]} is not there`);
  }),
];

/** Malformed paths, and `include` at other endpoints. */
export const includeEndpointCases: readonly Case[] = [
  ...malformed,
  ...onRelationship,
  check(eachCreatable, 'include-create', async (tester, it) => {
    const [path = ''] = pathsOf(it);
    const url = withQuery(it.collection, { include: path });
    const answer = await tester.send('POST', url, { body: createDocument(tester, it) });
    if (answer.status === 400) undecided('The server does not support `include` in create requests.');
    if (answer.document?.data === undefined) undecided(`The response with ${answer.status} has no data.`);
    if (!Array.isArray(answer.document.included))
      fail('an array in `included`', `\`included\` is ${show(answer.document.included)}`);
  }),
  check(eachCreatable, 'include-error', async (tester, it) => {
    const answer = await tester.get(
      withQuery(urlOfId(it, tester.unknownId(it.resource?.id)), { include: pathsOf(it).at(0) ?? '' }),
    );
    const document = documentOf(errorAnswer(answer));
    if (Object.hasOwn(document, 'included')) fail('no `included`', 'there is `included`');
  }),
  check(eachResource, 'include-not-supported', async (tester, it) => {
    if (tester.world.samples.supports?.include !== false) absent('The server supports `include`.');
    expectStatus(await tester.get(withQuery(it.collection, { include: it.relationships.at(0)?.name ?? 'x' })), 400);
  }),
  check(eachResource, 'include-default', async (tester, it) => {
    const [url = it.collection] = existingUrls(it, 1);
    const { document } = await tester.fetchDocument(url);
    if (document.included === undefined) return;
    const named = new Set(
      [firstOf(document.data), ...listOf(document.included)].flatMap((each: Json) =>
        Object.values<Json>(each?.relationships ?? {}).flatMap(({ data }) => listOf(data).map(identityOf)),
      ),
    );
    const island = listOf(document.included)
      .map(identityOf)
      .find((each) => !named.has(each));
    if (island !== undefined) fail('linked resources', `${island} is not linked`);
  }),
];
