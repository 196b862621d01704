import { relatedUrl, urlOfId } from '../../facts/urls.ts';
import { identityOf, isSame, isSameSet, listOf, show } from '../../json.ts';
import { linkageAt, missingRelative, relatives } from '../../run/fixtures.ts';
import { absent, fail, undecided } from '../../run/verdict.ts';
import { typeNamed } from '../../run/world.ts';
import { type Case, checksOf, eachToMany } from '../case.ts';
import {
  documentOf,
  expectForm,
  expectRejected,
  expectStatus,
  expectUnlessForbidden,
  rejectionText,
} from '../expectations.ts';
import { accepted, added, type BadLinkage, expectLinkage, filled, harmlessId, place } from './relationship-place.ts';
import { SUCCESS } from './updating.ts';

const check = checksOf({
  'to-many-related-stay': 'RUP-08: DELETE removes the link, not the related resource',
  'to-many-add': 'RUP-03: POST adds members to a to-many relationship',
  'to-many-add-more': 'RUP-03: POST keeps the members that are there',
  'to-many-add-present': 'RUP-05 RUP-12: POST of a member that is there succeeds',
  'to-many-add-once': 'RUP-04: POST of a member that is there does not add it again',
  'to-many-add-nothing': 'RUP-15: POST of [] succeeds and changes nothing',
  'to-many-remove': 'RUP-06: DELETE removes members, and keeps the others',
  'to-many-remove-absent': 'RUP-07 RUP-12: DELETE of a member that is not there succeeds',
  'to-many-remove-nothing': 'RUP-15: DELETE of [] succeeds and changes nothing',
  'to-many-replace': 'RUP-02: PATCH replaces all members, or gets 403',
  'to-many-clear': 'RUP-02 FET-10: PATCH with [] removes all members, or gets 403',
  'to-many-empty-related': 'REL-08 FET-10: The related URL of an empty to-many relationship returns 200 and []',
  'to-many-response': 'RUP-12 RUP-09: The response is 200 with a document or 204 without a body',
  'to-many-tells-more': 'RUP-09: If more changed than asked, the response is 200 with the linkage',
  'to-many-is-complete': 'RUP-11: Unless the status is 202, added members are visible when the response comes',
  'to-many-all-or-nothing': 'CRE-04 UPD-11: POST of a known and an unknown member adds both or neither',
});

/** Updates of to-many relationships. */
export const toManyCases: readonly Case[] = [
  // The first one, since a server that breaks it loses what later cases need.
  check(eachToMany, 'to-many-related-stay', async (tester, it) => {
    const { at, members } = await filled(tester, it, 1);
    accepted(await tester.send('DELETE', at, { body: { data: members } }));
    const [first = undecided('The relationship has no members.')] = members;
    const type = typeNamed(tester.world, first.type) ?? undecided('The type of the member is not in the samples.');
    const { status } = await tester.get(urlOfId(type, first.id));
    // A server can delete a resource that nothing relates any more, so this is not a MUST.
    if (status === 404 || status === 410) fail('the related resource', `GET returned ${status}`);
  }),
  check(eachToMany, 'to-many-add', async (tester, it) => {
    const { at, wanted, answer } = await added(tester, it, 2);
    expectStatus(answer, ...SUCCESS);
    await expectLinkage(tester, at, wanted);
  }),
  check(eachToMany, 'to-many-add-more', async (tester, it) => {
    const { at, members } = await filled(tester, it, 1);
    const more = await relatives(tester, it, 2);
    const others = more.filter((each) => !members.some((known) => identityOf(known) === identityOf(each)));
    expectStatus(accepted(await tester.send('POST', at, { body: { data: others } })), ...SUCCESS);
    await expectLinkage(tester, at, [...members, ...others]);
  }),
  check(eachToMany, 'to-many-add-present', async (tester, it) => {
    const { at, members } = await filled(tester, it, 1);
    expectStatus(await tester.send('POST', at, { body: { data: members } }), ...SUCCESS);
  }),
  check(eachToMany, 'to-many-add-once', async (tester, it) => {
    const { at, members } = await filled(tester, it, 1);
    await tester.send('POST', at, { body: { data: members } });
    const count = listOf(await linkageAt(tester, at)).length;
    if (count !== 1) fail('one member', `there are ${count}`);
  }),
  check(eachToMany, 'to-many-add-nothing', async (tester, it) => {
    const { at, members } = await filled(tester, it, 1);
    expectStatus(await tester.send('POST', at, { body: { data: [] } }), ...SUCCESS);
    await expectLinkage(tester, at, members);
  }),
  check(eachToMany, 'to-many-remove', async (tester, it) => {
    const { at, members } = await filled(tester, it, 2);
    expectStatus(accepted(await tester.send('DELETE', at, { body: { data: members.slice(0, 1) } })), ...SUCCESS);
    await expectLinkage(tester, at, members.slice(1));
  }),
  check(eachToMany, 'to-many-remove-absent', async (tester, it) => {
    const { at, members } = await filled(tester, it, 2);
    const [first] = members;
    accepted(await tester.send('DELETE', at, { body: { data: [first] } }));
    expectStatus(await tester.send('DELETE', at, { body: { data: [first] } }), ...SUCCESS);
    await expectLinkage(tester, at, members.slice(1));
  }),
  check(eachToMany, 'to-many-remove-nothing', async (tester, it) => {
    const { at, members } = await filled(tester, it, 1);
    const answer = await tester.send('DELETE', at, { body: { data: [] } });
    if (answer.status === 403 || answer.status === 405) undecided(`${rejectionText(answer)}.`);
    expectStatus(answer, ...SUCCESS);
    await expectLinkage(tester, at, members);
  }),
  check(eachToMany, 'to-many-replace', async (tester, it) => {
    const { at } = await filled(tester, it, 1);
    const wanted = await relatives(tester, it, 2);
    const answer = await tester.send('PATCH', at, { body: { data: wanted } });
    if (answer.status === 403) return;
    expectStatus(accepted(answer), ...SUCCESS);
    await expectLinkage(tester, at, wanted);
  }),
  check(eachToMany, 'to-many-clear', async (tester, it) => {
    if (it.sample?.nullable === false) absent('The samples say that the relationship cannot be empty.');
    const { at } = await filled(tester, it, 1);
    const answer = await tester.send('PATCH', at, { body: { data: [] } });
    if (answer.status === 403) return;
    expectStatus(accepted(answer), ...SUCCESS);
    await expectLinkage(tester, at, []);
  }),
  check(eachToMany, 'to-many-empty-related', async (tester, it) => {
    if (it.sample?.nullable === false) absent('The samples say that the relationship cannot be empty.');
    const { at, resource } = await place(tester, it);
    const linkage = await linkageAt(tester, at);
    if (listOf(linkage).length > 0) accepted(await tester.send('DELETE', at, { body: { data: linkage } }));
    const answer = expectUnlessForbidden(await tester.get(relatedUrl(it, resource)), 200);
    const { data } = documentOf(answer);
    if (!isSame(data, [])) fail('[] in `data`', `\`data\` is ${show(data)}`);
  }),
  check(eachToMany, 'to-many-response', async (tester, it) => {
    const { at } = await place(tester, it);
    const members = await relatives(tester, it, 1);
    expectForm(accepted(await tester.send('POST', at, { body: { data: members } })));
  }),
  check(eachToMany, 'to-many-tells-more', async (tester, it) => {
    const { at, wanted, answer } = await added(tester, it, 1);
    const after = await linkageAt(tester, at);
    if (isSameSet(after, wanted)) return;
    expectStatus(answer, 200);
    if (!isSameSet(answer.document?.data, after)) fail(show(after), show(answer.document?.data));
  }),
  check(eachToMany, 'to-many-is-complete', async (tester, it) => {
    const { at, wanted } = await added(tester, it, 1);
    await expectLinkage(tester, at, wanted);
  }),
  check(eachToMany, 'to-many-all-or-nothing', async (tester, it) => {
    const { at } = await filled(tester, it, 1);
    const before = await linkageAt(tester, at);
    const [known] = await relatives(tester, it, 1);
    const data = [known, missingRelative(tester, it)];
    const { status } = await tester.send('POST', at, { body: { data } });
    if (status >= 400) return expectLinkage(tester, at, before);
    const found = await linkageAt(tester, at);
    // The text says that a request succeeds completely or not at all, but not that members must exist.
    if (status === 202 || isSameSet(found, [...listOf(before), ...data])) undecided('The server accepts both members.');
    fail('both members, or an error', `the status is ${status}, and the linkage is ${show(found)}`);
  }),
  ...(['PATCH', 'POST', 'DELETE'] as const).flatMap((method) =>
    (
      [
        ['null', 'null', () => null],
        ['object', 'an identifier', (id) => ({ type: 'x', id })],
        ['string', 'a string', (id) => id],
        ['no-type', 'an identifier without `type`', (id) => [{ id }]],
        ['strings', 'an array of strings', (id) => [id]],
      ] satisfies readonly BadLinkage[]
    ).map(([name, what, make]: BadLinkage) =>
      eachToMany(
        `to-many-${method.toLowerCase()}-${name}`,
        method === 'PATCH' ? 'RUP-02 RID-01' : method === 'POST' ? 'RUP-03 RID-01' : 'RUP-06 RID-01',
        `${method} of a to-many relationship with ${what} is rejected`,
        async (tester, it) => {
          const { at } = await filled(tester, it, 1);
          const data = make(await harmlessId(tester, it), it.targets.at(0) ?? 'x');
          expectRejected(await tester.send(method, at, { body: { data } }), what);
        },
        'should',
      ),
    ),
  ),
];
