import { resolveLink, urlOfId } from '../../facts/urls.ts';
import { fail, undecided } from '../../run/verdict.ts';
import { type Case, checksOf, eachCreatable } from '../case.ts';
import { expectStatus, rejectionText } from '../expectations.ts';
import { post } from './create.ts';
import { remove } from './delete.ts';

const check = checksOf({
  'create-is-complete': 'CRE-09 CRE-05: Unless the status is 202, the resource exists when the response comes',
  'delete-gone': 'DEL-03 DEL-01 FET-08: Unless the status is 202, GET of a deleted resource returns 404',
});

/**
 * The first cases that write. If GET does not show what was created, or if deletions have no effect, a type soon gets no more create
 * requests, so that few resources stay. Later cases could not say why.
 */
export const firstWriteCases: readonly Case[] = [
  check(eachCreatable, 'create-is-complete', async (tester, it) => {
    const answer = await post(tester, it);
    if (answer.status === 202) return;
    if (answer.status !== 201) undecided(`The create request returned ${answer.status}.`);
    const { id, links } = answer.document?.data ?? {};
    const url = resolveLink(answer.headers['location'] ?? links?.self, answer.request.url);
    if (url === undefined && id === undefined) undecided('The response does not say where the resource is.');
    const found = await tester.get(url ?? urlOfId(it, id));
    const { status } = found;
    if (status >= 400 && status !== 404 && status !== 410) undecided(`${rejectionText(found)}.`);
    const change = 'Respond with 202 if the resource is created later.';
    if (status !== 200) fail('the resource, or 202 for the create request', `GET returned ${status}`, change);
  }),
  check(eachCreatable, 'delete-gone', async (tester, it) => {
    const { response, url } = await remove(tester, it);
    if (response.status === 202) return;
    if (response.status >= 300) undecided(`${rejectionText(response)}.`);
    const found = await tester.get(url);
    // 410 says as well that the resource is not there.
    if (found.status === 410) undecided(`${rejectionText(found)}.`);
    expectStatus(found, 404);
  }),
];
