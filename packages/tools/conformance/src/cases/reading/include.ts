import type { TypeFacts } from '../../facts/type-facts.ts';
import { withQuery } from '../../facts/urls.ts';
import { identityOf, listOf, show } from '../../json.ts';
import type { Kit } from '../../run/kit.ts';
import { undecided } from '../../run/verdict.ts';
import type { Answer } from '../../target/exchange.ts';
import { type Case, eachResource } from '../case.ts';
import { expectSource, expectStatus, expectSuccess, expectThat } from '../expectations.ts';
import { includedOf, longest, pathsOf, shapes } from './include-paths.ts';
import { reachOf } from './include-reach.ts';

/** The `include` parameter at collections and resources. */
export const includeCases: readonly Case[] = shapes.flatMap(([name, what, urlOf]): readonly Case[] => {
  const ask = async (kit: Kit, it: TypeFacts, path: string) =>
    kit.fetchDocument(withQuery(urlOf(it), { include: path }));
  return [
    eachResource(
      `include-status-${name}`,
      'INC-04 CMP-01',
      `An include path that is supported gets 200 for ${what}`,
      async (kit, it) => {
        for (const path of pathsOf(it)) expectSuccess(await kit.get(withQuery(urlOf(it), { include: path })), 200);
      },
    ),
    eachResource(
      `include-member-${name}`,
      'INC-04',
      `The response to \`include\` for ${what} has \`included\`, also if it is empty`,
      async (kit, it) => {
        for (const path of pathsOf(it)) {
          const { document } = await ask(kit, it, path);
          expectThat(
            Array.isArray(document.included),
            'an array in `included`',
            () => `with ${path}, \`included\` is ${show(document.included)}`,
          );
        }
      },
    ),
    eachResource(
      `include-complete-${name}`,
      'INC-04 CMP-02',
      `Everything that an include path reaches from ${what} is included`,
      async (kit, it) => {
        for (const path of pathsOf(it)) {
          const answer = await ask(kit, it, path);
          const known = new Set([...includedOf(answer), ...listOf(answer.document.data).map(identityOf)]);
          const lacking = reachOf(answer.document, path)
            .steps.flat()
            .filter((identity) => !known.has(identity));
          expectThat(
            lacking.length === 0,
            `all resources that ${path} reaches`,
            () => `these are not there: ${lacking.slice(0, 3).join(' ')}`,
          );
        }
      },
      'should',
    ),
    eachResource(
      `include-nothing-else-${name}`,
      'INC-05',
      `Nothing is included in ${what} that the path does not reach`,
      async (kit, it) => {
        for (const path of pathsOf(it)) {
          const answer = await ask(kit, it, path);
          const reach = reachOf(answer.document, path);
          if (!reach.isComplete) undecided(`The linkage of ${path} is not shown, so what it reaches is not known.`);
          const reached = new Set(reach.steps.flat());
          const more = includedOf(answer).filter((identity) => !reached.has(identity));
          expectThat(
            more.length === 0,
            `only what ${path} reaches`,
            () => `these are included as well: ${more.slice(0, 3).join(' ')}`,
          );
        }
      },
    ),
    eachResource(
      `include-intermediates-${name}`,
      'INC-06',
      `Resources on the way of an include path are included in ${what}`,
      async (kit, it) => {
        const path = longest(it);
        const answer = await ask(kit, it, path);
        const [first = []] = reachOf(answer.document, path).steps;
        const primary = listOf(answer.document.data).map(identityOf);
        const lacking = first.filter((each) => !includedOf(answer).includes(each) && !primary.includes(each));
        if (first.length === 0) {
          const lone = includedOf(answer);
          if (lone.length === 0) undecided(`No resource is related by ${path}.`);
        }
        expectThat(
          lacking.length === 0,
          `the resources of ${path.split('.')[0]}`,
          () => `these are not included: ${lacking.join(' ')}`,
        );
      },
    ),
    eachResource(
      `include-once-${name}`,
      'CMP-05 CMP-07',
      `Each resource appears once in ${what} with everything included`,
      async (kit, it) => {
        const answer = await ask(kit, it, [...new Set(pathsOf(it))].join(','));
        const all = [...listOf(answer.document.data).map(identityOf), ...includedOf(answer)];
        const twice = all.find((identity, index) => all.indexOf(identity) !== index);
        expectThat(twice === undefined, 'each resource once', () => `${twice} appears twice`);
      },
    ),
    eachResource(
      `include-primary-${name}`,
      'CMP-07',
      `With \`include\`, the primary data of ${what} stays the same`,
      async (kit, it) => {
        const plain = await kit.fetchDocument(urlOf(it));
        if (plain.document.links?.next) undecided('The collection has several pages.');
        // Without `sort`, a server can return resources in any order.
        const keys = ({ document }: Answer) => listOf(document.data).map(identityOf).sort().join();
        const answer = await ask(kit, it, pathsOf(it).at(0) ?? '');
        expectThat(
          keys(plain) === keys(answer),
          `the same resources: ${keys(plain)}`,
          () => `the resources are ${keys(answer)}`,
        );
      },
    ),
    eachResource(
      `include-empty-${name}`,
      'INC-03',
      `An empty \`include\` leads to no included resource in ${what}`,
      async (kit, it) => {
        const answer = await kit.fetchDocument(`${urlOf(it)}?include=`);
        expectThat(
          includedOf(answer).length === 0,
          'no included resource',
          () => `there are ${includedOf(answer).length}`,
        );
      },
    ),
    eachResource(
      `include-unknown-${name}`,
      'INC-07 STA-01 QRY-13',
      `An include path that does not exist gets 400 for ${what}`,
      async (kit, it) => {
        expectStatus(await kit.get(withQuery(urlOf(it), { include: 'conformanceUnknown' })), 400);
      },
    ),
    eachResource(
      `include-unknown-parameter-${name}`,
      'INC-07 QRY-14 ERR-16',
      `The error of an unknown include path in ${what} names \`include\``,
      async (kit, it) => {
        expectSource(await kit.get(withQuery(urlOf(it), { include: 'conformanceUnknown' })), 'parameter', 'include');
      },
      'should',
    ),
    eachResource(
      `include-fieldset-${name}`,
      'CMP-08 CMP-04',
      `Included resources stay in ${what} if a fieldset hides the relationship`,
      async (kit, it) => {
        const [path = ''] = pathsOf(it).filter((each) => !each.includes('.'));
        const [attribute] = it.attributes;
        if (path === '' || attribute === undefined) undecided('The samples name no include path with one step.');
        const before = includedOf(await ask(kit, it, path));
        const answer = await kit.fetchDocument(
          withQuery(urlOf(it), { include: path, [`fields[${it.name}]`]: attribute }),
        );
        const lost = before.filter((identity) => !includedOf(answer).includes(identity));
        expectThat(lost.length === 0, 'the same included resources', () => `${lost[0]} is not there`);
      },
      'recommended',
    ),
  ];
});
