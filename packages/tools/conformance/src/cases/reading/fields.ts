import type { RelationshipFacts, TypeFacts } from '../../facts/type-facts.ts';
import { relatedUrl, resourceUrl, withQuery } from '../../facts/urls.ts';
import { isObject, isSame, type Json, listOf, show } from '../../json.ts';
import { createDocument } from '../../run/fixtures.ts';
import { absent, fail, undecided } from '../../run/verdict.ts';
import { type Case, type CaseMaker, checksOf, eachCreatable, eachRelationship, eachResource } from '../case.ts';
import { expectStatus, rejectionText } from '../expectations.ts';
import { attributeOf, expectOnly, fieldsOf, namesIn } from './fieldset.ts';
import { shapes } from './include-paths.ts';

/** Makes cases that are undecided if the server does not have fieldsets. */
const fielded =
  <Subject extends TypeFacts | RelationshipFacts>(make: CaseMaker<Subject>): CaseMaker<Subject> =>
  (id, rows, title, run, atMost) => {
    const runFielded: typeof run = (tester, it) => {
      const { name } = 'type' in it ? it.type : it;
      const { fields } = tester.world.samples.supports ?? {};
      if (fields === false) absent(`The samples say that the server has no \`fields\` ("${name}").`);
      return run(tester, it);
    };
    return make(id, rows, title, runFielded, atMost);
  };
const eachFielded = fielded(eachResource);

/** Returns the URL of a document with only these fields of the type. */
function withFields(it: TypeFacts, url: string, fields: string): string {
  return withQuery(url, { [`fields[${it.name}]`]: fields });
}

const repeated = {
  'fields-one-{name}': 'FLD-03 FLD-01: `fields` with one attribute removes all other fields of {what}',
  'fields-kept-{name}': 'FLD-01: `fields` keeps the attribute that it names in {what}',
  'fields-empty-{name}': 'FLD-02: An empty `fields` removes all fields of {what}',
  'fields-identity-{name}': 'RES-21: A fieldset never removes `type` and `id` from {what}',
  'fields-relationship-{name}': 'FLD-03 FLD-04: A relationship that `fields` does not name is removed from {what}',
  'fields-relationship-named-{name}':
    'FLD-04 FLD-01: A relationship that `fields` names stays in {what}, without attributes',
  'fields-plain-brackets-{name}':
    'QRY-10 QRY-09: Square brackets that are not percent-encoded mean the same in `fields` for {what}',
} as const;

const everywhere = shapes.flatMap(([name, what, urlOf]): readonly Case[] => {
  const here = checksOf(repeated, { name, what });
  return [
    here(eachFielded, 'fields-one-{name}', async (tester, it) => {
      const { document } = await tester.fetchDocument(withFields(it, urlOf(it), attributeOf(it)));
      expectOnly(listOf(document.data), it.name, [attributeOf(it)]);
    }),
    here(eachFielded, 'fields-kept-{name}', async (tester, it) => {
      const attribute = Object.keys(it.resource.attributes ?? {}).at(0) ?? undecided('The resource has no attributes.');
      const { document } = await tester.fetchDocument(withFields(it, urlOf(it), attribute));
      const own = listOf(document.data).find(({ id }) => id === it.resource.id);
      if (own === undefined) undecided('The resource is not in the document.');
      if (!Object.hasOwn(own.attributes ?? {}, attribute))
        fail(`the attribute "${attribute}"`, 'the resource has no such field');
    }),
    here(eachFielded, 'fields-empty-{name}', async (tester, it) => {
      const { document } = await tester.fetchDocument(withFields(it, urlOf(it), ''));
      expectOnly(listOf(document.data), it.name, []);
    }),
    here(eachFielded, 'fields-identity-{name}', async (tester, it) => {
      const { document } = await tester.fetchDocument(withFields(it, urlOf(it), attributeOf(it)));
      const lacking = listOf(document.data).find(({ type, id }) => typeof type !== 'string' || typeof id !== 'string');
      if (lacking !== undefined) fail('`type` and `id`', `a resource is ${show(lacking)}`);
    }),
    here(eachFielded, 'fields-relationship-{name}', async (tester, it) => {
      if (it.relationships.length === 0) absent('The type has no relationships.');
      const { document } = await tester.fetchDocument(withFields(it, urlOf(it), attributeOf(it)));
      const shown = listOf(document.data).find(
        ({ relationships }) =>
          isObject(relationships) && Object.keys(relationships).some((each) => !each.startsWith('@')),
      );
      if (shown !== undefined)
        fail('no relationships', `a resource also has ${show(Object.keys(shown?.relationships ?? {}))}`);
    }),
    here(eachFielded, 'fields-relationship-named-{name}', async (tester, it) => {
      const wanted = it.relationships.find(({ isSeen }) => isSeen)?.name ?? undecided('No relationship was seen.');
      const { document } = await tester.fetchDocument(withFields(it, urlOf(it), wanted));
      expectOnly(listOf(document.data), it.name, [wanted]);
      const own = listOf(document.data).find(({ id }) => id === it.resource.id);
      if (own === undefined) undecided('The resource is not in the document.');
      if (own.relationships?.[wanted] === undefined)
        fail(`the relationship "${wanted}"`, 'the resource has no such field');
    }),
    here(eachFielded, 'fields-plain-brackets-{name}', async (tester, it) => {
      const encoded = await tester.fetchDocument(withFields(it, urlOf(it), attributeOf(it)));
      const plain = await tester.get(`${urlOf(it)}?fields[${it.name}]=${encodeURIComponent(attributeOf(it))}`);
      if (plain.status === 400) undecided('The server rejects square brackets that are not encoded.');
      if (plain.status >= 400) undecided(`${rejectionText(plain)}.`);
      expectStatus(plain, 200);
      // Only the brackets are compared: whether the fieldset itself works is the matter of other cases.
      // Without `sort`, two requests can get different resources on a page.
      const [left, right] = [plain, encoded].map(({ document }) => namesIn(document?.data));
      if (!isSame(left, right))
        fail(`the fields of the encoded request: ${show(right)}`, `the fields are ${show(left)}`);
    }),
  ];
});

const check = checksOf({
  'fields-brackets-accepted': 'QRY-09 should: The server accepts square brackets that are not percent-encoded',
  'fields-included': 'FLD-03 FLD-01: `fields` of the type of included resources applies to these',
  'fields-other-type': 'FLD-05 should: `fields` of one type does not remove fields of another',
  'fields-related': 'FLD-03 FLD-06: `fields` applies to related resources',
  'fields-create': 'FLD-03 FLD-06: `fields` applies to the response of a create request',
});

/** Sparse fieldsets. */
export const fieldsCases: readonly Case[] = [
  ...everywhere,
  check(eachFielded, 'fields-brackets-accepted', async (tester, it) => {
    await tester.fetchDocument(withFields(it, it.collection, attributeOf(it)));
    expectStatus(await tester.get(`${it.collection}?fields[${it.name}]=${encodeURIComponent(attributeOf(it))}`), 200);
  }),
  check(eachFielded, 'fields-included', async (tester, it) => {
    const path = it.sample.include?.find((each) => !each.includes('.'));
    if (path === undefined) undecided('The samples name no include path with one step.');
    const [first] = listOf((await tester.fetchDocument(withQuery(it.collection, { include: path }))).document.included);
    const attribute = Object.keys(first?.attributes ?? {})[0];
    if (attribute === undefined) undecided('No resource with attributes is included.');
    const answer = await tester.fetchDocument(
      withQuery(it.collection, { include: path, [`fields[${first.type}]`]: attribute }),
    );
    expectOnly(listOf(answer.document.included), first.type, [attribute]);
  }),
  check(eachFielded, 'fields-other-type', async (tester, it) => {
    const other = tester.world.types.find(({ name, attributes }) => name !== it.name && attributes.length > 0);
    if (other === undefined) undecided('The samples name one type only.');
    const url = withQuery(resourceUrl(it, it.resource), { [`fields[${other.name}]`]: attributeOf(other) });
    const { document } = await tester.fetchDocument(url);
    const names = (resource: Json) => fieldsOf(resource).toSorted().join();
    if (names(document.data) !== names(it.resource)) fail(names(it.resource), names(document.data));
  }),
  check(fielded(eachRelationship), 'fields-related', async (tester, it) => {
    const url = relatedUrl(it, it.type.resource);
    const [first] = listOf((await tester.fetchDocument(url)).document.data);
    const attribute = Object.keys(first?.attributes ?? {})[0];
    if (attribute === undefined) undecided('The relationship has no related resource with attributes.');
    const answer = await tester.fetchDocument(withQuery(url, { [`fields[${first.type}]`]: attribute }));
    expectOnly(listOf(answer.document.data), first.type, [attribute]);
  }),
  check(fielded(eachCreatable), 'fields-create', async (tester, it) => {
    const url = withFields(it, it.collection, attributeOf(it));
    const answer = await tester.send('POST', url, { body: createDocument(tester, it) });
    if (answer.document?.data === undefined) undecided(`The response with ${answer.status} has no data.`);
    expectOnly(listOf(answer.document.data), it.name, [attributeOf(it)]);
  }),
];
