import type { RelationshipFacts } from '../../facts/type-facts.ts';
import { relatedUrl, relationshipUrl, resolveLink, resourceUrl, withName } from '../../facts/urls.ts';
import { identifierOf, isSame, type Json, show } from '../../json.ts';
import { fail, undecided } from '../../run/verdict.ts';
import { type Case, checksOf, eachRelationship } from '../case.ts';
import { documentOf, expectUnlessForbidden, getsBeside, resourceOf, type UrlBeside } from '../expectations.ts';
import { isResource } from './fetching.ts';

const isIdentifier = (it: Json): boolean =>
  isResource(it) && !['attributes', 'relationships', 'links'].some((name) => Object.hasOwn(it, name));

/** Fails unless primary data has the form of a relationship of this kind. */
function expectMembers({ to }: RelationshipFacts, data: Json, is: (it: Json) => boolean, form: string, what: string) {
  const members = Array.isArray(data) ? data : data === null ? [] : [data];
  if (!members.every(is)) fail(form, `\`data\` is ${show(data)}`);
  if (to !== undefined && Array.isArray(data) !== (to === 'many'))
    fail(`${what} of a to-${to} relationship in \`data\``, `\`data\` is ${show(data)}`);
}

const otherName: UrlBeside = (it, urlOf) => withName(urlOf(it, it.type.resource), it, 'conformanceUnknown');
const ofMissing: UrlBeside = (it, urlOf, tester) => urlOf(it, { id: tester.unknownId(it.type.resource.id) });

const check = checksOf({
  'fetch-related': 'FET-05 FET-03: GET of a related link returns 200',
  'fetch-related-resources': 'REL-10 FET-03: A related URL returns resource objects, null, or an array of them',
  'fetch-relationship': 'FET-06 FET-04: GET of a relationship link returns 200',
  'fetch-linkage': 'REL-11 FET-04: A relationship URL returns linkage',
  'fetch-linkage-agrees': 'REL-11 recommended: Linkage in a resource object and at the relationship URL agree',
  'fetch-related-agrees': 'REL-10: Related resources are those that the linkage names',
  'fetch-empty-related': 'REL-08 FET-10 FET-03: The related URL of an empty relationship returns 200 with null or []',
  'fetch-unknown-relationship': 'FET-09 STA-03: The URL of a relationship that does not exist returns 404',
  'fetch-unknown-related': 'FET-12 recommended: The related URL of a relationship that does not exist returns 404',
  'fetch-relationship-of-missing': 'FET-09: A relationship URL of a resource that does not exist returns 404',
  'fetch-related-of-missing': 'FET-12 recommended: A related URL of a resource that does not exist returns 404',
  'related-link-shape': 'REL-08 REL-09: The related link is a URL of the resource, not of its content',
});

/** Related resources and relationships. */
export const relationshipCases: readonly Case[] = [
  check(eachRelationship, 'fetch-related', async (tester, it) => {
    const { resource } = it.type;
    if (resource.relationships?.[it.name]?.links?.related === undefined)
      undecided('The relationship has no related link.');
    expectUnlessForbidden(await tester.get(relatedUrl(it, resource)), 200);
  }),
  check(eachRelationship, 'fetch-related-resources', async (tester, it) => {
    const { data } = (await tester.fetchDocument(relatedUrl(it, it.type.resource))).document;
    expectMembers(it, data, isResource, 'resource objects', 'data');
  }),
  check(eachRelationship, 'fetch-relationship', async (tester, it) => {
    const { resource } = it.type;
    if (resource.relationships?.[it.name]?.links?.self === undefined) undecided('The relationship has no self link.');
    const _answer = expectUnlessForbidden(await tester.get(relationshipUrl(it, resource)), 200);
  }),
  check(eachRelationship, 'fetch-linkage', async (tester, it) => {
    const answer = await tester.fetchDocument(relationshipUrl(it, it.type.resource));
    expectMembers(it, documentOf(answer).data, isIdentifier, 'resource identifier objects', 'linkage');
  }),
  check(eachRelationship, 'fetch-linkage-agrees', async (tester, it) => {
    const shown = it.type.resource.relationships?.[it.name]?.data;
    if (shown === undefined) undecided('The resource object shows no linkage.');
    const { data } = (await tester.fetchDocument(relationshipUrl(it, it.type.resource))).document;
    const key = (each: Json) => show(identifierOf(each));
    const listed = Array.isArray(data) ? data.map(key) : [];
    const agrees = Array.isArray(shown)
      ? shown.slice(0, listed.length).every((each: Json) => listed.includes(key(each)))
      : key(shown) === key(data);
    if (!agrees) fail(show(shown), `the relationship URL returned ${show(data)}`);
  }),
  check(eachRelationship, 'fetch-related-agrees', async (tester, it) => {
    const related = (await tester.fetchDocument(relatedUrl(it, it.type.resource))).document.data;
    const linkage = (await tester.fetchDocument(relationshipUrl(it, it.type.resource))).document.data;
    const keys = (data: Json) => (Array.isArray(data) ? data : [data]).map((each) => show(identifierOf(each))).sort();
    if (Array.isArray(related) && Array.isArray(linkage) && related.length !== linkage.length) {
      undecided('The two URLs have pages of different sizes.');
    }
    if (!isSame(keys(related), keys(linkage))) fail(show(linkage), `the related resources are ${show(keys(related))}`);
  }),
  check(eachRelationship, 'fetch-empty-related', async (tester, it) => {
    const linkage = (await tester.fetchDocument(relationshipUrl(it, it.type.resource))).document.data;
    const isEmpty = linkage === null || (Array.isArray(linkage) && linkage.length === 0);
    if (!isEmpty) undecided('The relationship is not empty.');
    const answer = expectUnlessForbidden(await tester.get(relatedUrl(it, it.type.resource)), 200);
    if (!isSame(documentOf(answer).data, linkage)) fail(show(linkage), `\`data\` is ${show(answer.document.data)}`);
  }),
  check(eachRelationship, 'fetch-unknown-relationship', getsBeside(404, relationshipUrl, otherName)),
  check(eachRelationship, 'fetch-unknown-related', getsBeside(404, relatedUrl, otherName)),
  check(eachRelationship, 'fetch-relationship-of-missing', getsBeside(404, relationshipUrl, ofMissing)),
  check(eachRelationship, 'fetch-related-of-missing', getsBeside(404, relatedUrl, ofMissing)),
  check(eachRelationship, 'related-link-shape', async (tester, it) => {
    const { resource } = it.type;
    const again = resourceOf(await tester.fetchDocument(resourceUrl(it.type, resource)));
    const [first, second] = [resource, again].map(({ relationships }) =>
      resolveLink(relationships?.[it.name]?.links?.related, it.type.collection),
    );
    if (first === undefined || second === undefined) undecided('The relationship has no related link.');
    if (first !== second) fail(`the related link ${show(first)}`, `the link is ${show(second)} in another response`);
  }),
];
