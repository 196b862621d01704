import type { TypeFacts } from '../../facts/type-facts.ts';
import { urlOfId } from '../../facts/urls.ts';
import { identityOf, show } from '../../json.ts';
import { type Created, create, listAll } from '../../run/fixtures.ts';
import type { Tester } from '../../run/tester.ts';
import { absent, fail, undecided } from '../../run/verdict.ts';
import type { Answer } from '../../target/exchange.ts';
import { type Case, checksOf, eachCreatable } from '../case.ts';
import { documentOf, expectForm, expectStatus, expectSuccess, rejectionText } from '../expectations.ts';

/** Creates a resource and deletes it. */
export async function remove(tester: Tester, it: TypeFacts): Promise<Created & { readonly response: Answer }> {
  if (it.sample.delete === false) absent('The samples say that resources cannot be deleted.');
  const made = await create(tester, it);
  return { ...made, response: await tester.send('DELETE', made.url) };
}

const check = checksOf({
  delete: 'DEL-04 DEL-01: DELETE of a resource succeeds with 200, 202 or 204',
  'delete-not-listed': 'DEL-01: A deleted resource is not in its collection',
  'delete-form': 'DEL-04: A 204 has no body, and a 200 a document',
  'delete-no-data': 'DEL-02: The document of a 200 for DELETE has no `data`',
  'delete-twice': 'DEL-05 STA-03 should: DELETE of a deleted resource returns 404',
  'delete-missing': 'DEL-05 STA-03 should: DELETE of a resource that does not exist returns 404',
  'delete-collection': 'GEN-05 FET-13: DELETE of a collection is rejected',
});

/** Deletions of resources. */
export const deleteCases: readonly Case[] = [
  check(eachCreatable, 'delete', async (tester, it) =>
    expectSuccess((await remove(tester, it)).response, 200, 202, 204),
  ),
  check(eachCreatable, 'delete-not-listed', async (tester, it) => {
    const { response, id } = await remove(tester, it);
    if (response.status !== 200 && response.status !== 204) undecided(`DELETE returned ${response.status}.`);
    const { resources } = await listAll(tester, it);
    const isListed = resources.map(identityOf).includes(identityOf({ type: it.name, id }));
    if (isListed) fail('a collection without it', 'it is listed');
  }),
  check(eachCreatable, 'delete-form', async (tester, it) => {
    const { response } = await remove(tester, it);
    if (response.status !== 200 && response.status !== 204) undecided(`DELETE returned ${response.status}.`);
    expectForm(response);
  }),
  check(eachCreatable, 'delete-no-data', async (tester, it) => {
    const { response } = await remove(tester, it);
    if (response.status !== 200) undecided(`DELETE returned ${response.status}.`);
    const document = documentOf(response);
    if (Object.hasOwn(document, 'data')) fail('no `data`', `\`data\` is ${show(document.data)}`);
  }),
  check(eachCreatable, 'delete-twice', async (tester, it) => {
    const { response, url } = await remove(tester, it);
    if (response.status !== 200 && response.status !== 204) undecided(`DELETE returned ${response.status}.`);
    expectStatus(await tester.send('DELETE', url), 404);
  }),
  check(eachCreatable, 'delete-missing', async (tester, it) => {
    if (it.sample.delete === false) absent('The samples say that resources cannot be deleted.');
    const { response } = await remove(tester, it);
    if (response.status >= 300) undecided(`${rejectionText(response)}.`);
    expectStatus(await tester.send('DELETE', urlOfId(it, tester.unknownId(it.found.at(0)?.id))), 404);
  }),
  check(eachCreatable, 'delete-collection', async (tester, it) => {
    // A server that answers such a request with success would have lost its data: the tests ask with OPTIONS first.
    const { headers, status } = await tester.send('OPTIONS', it.collection);
    if (status >= 300 || headers['allow'] === undefined) undecided('OPTIONS does not tell which methods are allowed.');
    if (/\bDELETE\b/i.test(headers['allow'])) fail('`Allow` without DELETE', `\`Allow\` is ${headers['allow']}`);
  }),
];
