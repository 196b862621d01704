import { relatedUrl } from '../../facts/urls.ts';
import { identifierOf, type Json, listOf, show } from '../../json.ts';
import { fail, undecided } from '../../run/verdict.ts';
import { isJsonApi } from '../../target/exchange.ts';
import { anApi, type Case, checksOf, eachRelationship } from '../case.ts';
import { errorAnswer, errorsOf } from '../expectations.ts';

const check = checksOf({
  'root-document': 'DOC-02 GEN-02: A JSON:API document at the base URL has `data`, `errors`, or `meta`',
  'error-pointer-of-read': 'ERR-15: Errors of GET have no pointer, since the request has no document',
  'linkage-type': 'RES-07 REL-11: The type in linkage is that of the related resource',
});

/** Documents that other cases do not reach: the one at the base URL, errors of reads, and linkage beside related resources. */
export const documentReadCases: readonly Case[] = [
  check(anApi, 'root-document', async (tester, { gateway: { baseUrl } }) => {
    const { status, document, headers } = await tester.get(baseUrl);
    if (status !== 200 || !isJsonApi(headers['content-type']))
      undecided(`There is no JSON:API document at ${baseUrl} (${status}).`);
    // An extension can define another member, whose name has a colon.
    const members = Object.keys(document ?? {});
    const has = members.some((name) => ['data', 'errors', 'meta'].includes(name) || name.includes(':'));
    if (!has) fail('`data`, `errors`, or `meta`', `the document has ${show(members)}`);
  }),
  check(anApi, 'error-pointer-of-read', async (tester, { types }) => {
    const [type = undecided('There is no type.')] = types;
    let isSeen = false;
    for (const query of ['conformance=1', 'include=conformanceUnknown', 'sort=conformanceUnknown', 'page[size]=x']) {
      const answer = await tester.get(`${type.collection}?${query}`);
      if (answer.status < 400 || answer.body === '') continue;
      const pointer = errorsOf(errorAnswer(answer)).find(({ source }) => source?.pointer !== undefined)?.source
        ?.pointer;
      if (pointer !== undefined) fail('errors without `source.pointer`', `an error has the pointer ${show(pointer)}`);
      isSeen = true;
    }
    if (!isSeen) undecided('No GET led to an error document.');
  }),
  check(eachRelationship, 'linkage-type', async (tester, it) => {
    const linked = listOf(it.type.resource.relationships?.[it.name]?.data).map(identifierOf);
    if (linked.length === 0) undecided('The resource object shows no linkage.');
    const { data, links } = (await tester.fetchDocument(relatedUrl(it, it.type.resource))).document;
    const found = listOf(data).map(identifierOf);
    if (links?.next) undecided('The related resources have several pages.');
    // A user can see fewer of them, so only the same ids are compared.
    const wrong = linked.find(
      ({ type, id }) =>
        found.some((each) => each.id === id) && !found.some((each: Json) => each.id === id && each.type === type),
    );
    if (wrong !== undefined) fail(`linkage of the type ${show(found.at(0)?.type)}`, `the linkage is ${show(wrong)}`);
  }),
];
