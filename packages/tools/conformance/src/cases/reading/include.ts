import type { TypeFacts } from '../../facts/type-facts.ts';
import { withQuery } from '../../facts/urls.ts';
import { identityOf, listOf, show } from '../../json.ts';
import type { Tester } from '../../run/tester.ts';
import { fail, undecided } from '../../run/verdict.ts';
import type { Answer } from '../../target/exchange.ts';
import { type Case, checksOf, eachResource } from '../case.ts';
import { expectSource, expectStatus, expectSuccess } from '../expectations.ts';
import { includedOf, longest, pathsOf, reachOf, shapes } from './include-paths.ts';

const repeated = {
  'include-status-{name}': 'INC-04 CMP-01: An include path that is supported gets 200 for {what}',
  'include-member-{name}': 'INC-04: The response to `include` for {what} has `included`, also if it is empty',
  'include-complete-{name}': 'INC-04 CMP-02 should: Everything that an include path reaches from {what} is included',
  'include-nothing-else-{name}': 'INC-05: Nothing is included in {what} that the path does not reach',
  'include-intermediates-{name}': 'INC-06: Resources on the way of an include path are included in {what}',
  'include-once-{name}': 'CMP-05 CMP-07: Each resource appears once in {what} with everything included',
  'include-primary-{name}': 'CMP-07: With `include`, the primary data of {what} stays the same',
  'include-empty-{name}': 'INC-03: An empty `include` leads to no included resource in {what}',
  'include-unknown-{name}': 'INC-07 STA-01 QRY-13: An include path that does not exist gets 400 for {what}',
  'include-unknown-parameter-{name}':
    'INC-07 QRY-14 ERR-16 should: The error of an unknown include path in {what} names `include`',
  'include-fieldset-{name}':
    'CMP-08 CMP-04 recommended: Included resources stay in {what} if a fieldset hides the relationship',
} as const;

/** The `include` parameter at collections and resources. */
export const includeCases: readonly Case[] = shapes.flatMap(([name, what, urlOf]): readonly Case[] => {
  const ask = async (tester: Tester, it: TypeFacts, path: string) =>
    tester.fetchDocument(withQuery(urlOf(it), { include: path }));
  const here = checksOf(repeated, { name, what });
  return [
    here(eachResource, 'include-status-{name}', async (tester, it) => {
      for (const path of pathsOf(it)) expectSuccess(await tester.get(withQuery(urlOf(it), { include: path })), 200);
    }),
    here(eachResource, 'include-member-{name}', async (tester, it) => {
      for (const path of pathsOf(it)) {
        const { document } = await ask(tester, it, path);
        if (!Array.isArray(document.included))
          fail('an array in `included`', `with ${path}, \`included\` is ${show(document.included)}`);
      }
    }),
    here(eachResource, 'include-complete-{name}', async (tester, it) => {
      for (const path of pathsOf(it)) {
        const answer = await ask(tester, it, path);
        const known = new Set([...includedOf(answer), ...listOf(answer.document.data).map(identityOf)]);
        const lacking = reachOf(answer.document, path)
          .steps.flat()
          .filter((identity) => !known.has(identity));
        if (lacking.length > 0)
          fail(`all resources that ${path} reaches`, `these are not there: ${lacking.slice(0, 3).join(' ')}`);
      }
    }),
    here(eachResource, 'include-nothing-else-{name}', async (tester, it) => {
      for (const path of pathsOf(it)) {
        const answer = await ask(tester, it, path);
        const reach = reachOf(answer.document, path);
        if (!reach.isComplete) undecided(`The linkage of ${path} is not shown, so what it reaches is not known.`);
        const reached = new Set(reach.steps.flat());
        const more = includedOf(answer).filter((identity) => !reached.has(identity));
        if (more.length > 0)
          fail(`only what ${path} reaches`, `these are included as well: ${more.slice(0, 3).join(' ')}`);
      }
    }),
    here(eachResource, 'include-intermediates-{name}', async (tester, it) => {
      const path = longest(it);
      const answer = await ask(tester, it, path);
      const [first = []] = reachOf(answer.document, path).steps;
      const primary = listOf(answer.document.data).map(identityOf);
      const lacking = first.filter((each) => !includedOf(answer).includes(each) && !primary.includes(each));
      if (first.length === 0) {
        const lone = includedOf(answer);
        if (lone.length === 0) undecided(`No resource is related by ${path}.`);
      }
      if (lacking.length > 0)
        fail(`the resources of ${path.split('.')[0]}`, `these are not included: ${lacking.join(' ')}`);
    }),
    here(eachResource, 'include-once-{name}', async (tester, it) => {
      const answer = await ask(tester, it, [...new Set(pathsOf(it))].join(','));
      const all = [...listOf(answer.document.data).map(identityOf), ...includedOf(answer)];
      const twice = all.find((identity, index) => all.indexOf(identity) !== index);
      if (twice !== undefined) fail('each resource once', `${twice} appears twice`);
    }),
    here(eachResource, 'include-primary-{name}', async (tester, it) => {
      const plain = await tester.fetchDocument(urlOf(it));
      if (plain.document.links?.next) undecided('The collection has several pages.');
      // Without `sort`, a server can return resources in any order.
      const keys = ({ document }: Answer) => listOf(document.data).map(identityOf).sort().join();
      const answer = await ask(tester, it, pathsOf(it).at(0) ?? '');
      if (keys(plain) !== keys(answer)) fail(`the same resources: ${keys(plain)}`, `the resources are ${keys(answer)}`);
    }),
    here(eachResource, 'include-empty-{name}', async (tester, it) => {
      const answer = await tester.fetchDocument(`${urlOf(it)}?include=`);
      if (includedOf(answer).length > 0) fail('no included resource', `there are ${includedOf(answer).length}`);
    }),
    here(eachResource, 'include-unknown-{name}', async (tester, it) =>
      expectStatus(await tester.get(withQuery(urlOf(it), { include: 'conformanceUnknown' })), 400),
    ),
    here(eachResource, 'include-unknown-parameter-{name}', async (tester, it) => {
      expectSource(await tester.get(withQuery(urlOf(it), { include: 'conformanceUnknown' })), 'parameter', 'include');
    }),
    here(eachResource, 'include-fieldset-{name}', async (tester, it) => {
      const [path = ''] = pathsOf(it).filter((each) => !each.includes('.'));
      const [attribute] = it.attributes;
      if (path === '' || attribute === undefined) undecided('The samples name no include path with one step.');
      const before = includedOf(await ask(tester, it, path));
      const answer = await tester.fetchDocument(
        withQuery(urlOf(it), { include: path, [`fields[${it.name}]`]: attribute }),
      );
      const lost = before.filter((identity) => !includedOf(answer).includes(identity));
      if (lost.length > 0) fail('the same included resources', `${lost[0]} is not there`);
    }),
  ];
});
