import { parseQuery } from '@linkage/core';
import { unapplied } from '../sources/gateway/assert-conditions-apply.ts';
import { readCan } from '../sources/port/can.ts';
import { nothing, suiteApi } from './suite-api.ts';
import { type CaseOfFeature, expectEqual, expectIds, type SuiteWorld } from './suite-case.ts';

/** Whether a source declares that it applies the filter of a URL. */
function isDeclared({ sources }: SuiteWorld, url: string): boolean {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const type = pathname.slice(1);
  const { filter } = parseQuery(suiteApi, type, searchParams);
  const { applies } = readCan(type, sources[type] ?? {});
  return unapplied(suiteApi, type, applies.list, filter) === undefined;
}

/** Strings with the characters of patterns. */
const strangeTitles = ['50%', 'a_b', 'axb', 'C:\\new', '%'];

async function createStrange({ send }: SuiteWorld): Promise<void> {
  for (const [index, title] of strangeTitles.entries()) {
    const attributes = { title, words: 1000 + index, open: true, labels: [] };
    const { status } = await send('POST /articles', { data: { type: 'articles', id: `s${index}`, attributes } });
    expectEqual(status, 201, `the status of POST with the title ${title}`);
  }
}

/** Compares the resources that a filter finds. If the source does not declare the filter, the server must reject it. */
async function expectFiltered(world: SuiteWorld, url: string, ids: string): Promise<void> {
  if (isDeclared(world, url)) return expectIds(world, url, ids === '' ? [] : ids.split(','));
  const { status, document } = await world.send(`GET ${url}`);
  const code = document?.errors?.at(0)?.code;
  expectEqual([status, code], [400, 'FILTER_NOT_SUPPORTED'], `the answer to GET ${url}`);
}

const operators = [
  ['/articles?filter[title][ne]=Beta&sort=title', 'a,d,c'],
  ['/articles?filter[words][ne]=100&sort=title', 'a,e,c'],
  ['/articles?filter[words][ne]=100,null&sort=title', 'a,e'],
  ['/articles?filter[title][in]=Alpha,Gamma&sort=title', 'a,c'],
  ['/articles?filter[words][between]=100,200&sort=title,words', 'b,e,d'],
  ['/articles?filter[words][between]=200,100', ''],
  ['/articles?filter[words]=null', 'c'],
  ['/articles?filter[words]=null,300&sort=title', 'a,c'],
  ['/articles?filter[words][ne]=null&sort=title,words', 'a,b,e,d'],
  ['/articles?filter[words][lt]=300&filter[words][ge]=200', 'e'],
  ['/articles?filter[open][ne]=true&sort=title', 'b,d'],
  ['/articles?filter[id][ne]=a,b,c&sort=title', 'e,d'],
  ['/samples?filter[day][ne]=2026-02-28', 's2'],
  ['/samples?filter[day][between]=2026-02-01,2026-03-01', 's1'],
  ['/samples?filter[big][ne]=9007199254740993', 's2'],
  ['/samples?filter[rate][ne]=null', 's1'],
  ['/articles?filter[labels][has]=x', 'a'],
  ['/articles?filter[labels][has]=q,z,y&sort=title', 'a,d'],
  ['/articles?filter[labels][has]=X', ''],
  ["/articles?filter=not(has(labels,'x'))&sort=title,words", 'b,e,d,c'],
  ['/people?filter[articles.labels][has]=y', '1'],
] as const;

/** The place of `s1`; `s2` has none, `s3` no members, and `s4` others and null. */
const places = [
  { id: 's3', place: {} },
  { id: 's4', place: { city: "o'sea", size: -70, open: false, address: null } },
  { id: 's5', place: { city: null, size: 700, address: { zip: '99' } } },
];

const members = [
  ["/samples?filter[place.city]=O'Sea", 's1'],
  ["/samples?filter[place.city][ne]=O'Sea&sort=id", 's2,s3,s4,s5'],
  ['/samples?filter[place.city][exists]=false&sort=id', 's2,s3,s5'],
  ["/samples?filter[place.city]=null,O'Sea&sort=id", 's1,s2,s3,s5'],
  ['/samples?filter[place.city][contains]=Sea', 's1'],
  ['/samples?filter[place.city][iContains]=SEA&sort=id', 's1,s4'],
  ['/samples?filter[place.city][startsWith]=o', 's4'],
  ['/samples?filter[place.size]=7.5', 's1'],
  ['/samples?filter[place.size][ge]=7.5&sort=id', 's1,s5'],
  ['/samples?filter[place.size][lt]=7.5&sort=id', 's4'],
  ['/samples?filter[place.size][between]=-70,8&sort=id', 's1,s4'],
  ['/samples?filter[place.size]=null&sort=id', 's2,s3'],
  ['/samples?filter[place.open]=true', 's1'],
  ['/samples?filter[place.open]=false', 's4'],
  ['/samples?filter[place.open][ne]=false&sort=id', 's1,s2,s3,s5'],
  ['/samples?filter[place.address.zip]=0150,99&sort=id', 's1,s5'],
  ['/samples?filter[place.address.zip][gt]=1', 's5'],
  ['/samples?filter[place.address.zip][exists]=false&sort=id', 's2,s3,s4'],
  ["/samples?filter=or(eq(place.city,'O''Sea'),not(lt(place.size,'700')))&sort=id", 's1,s2,s3,s5'],
] as const;

const strings = [
  ['/articles?filter[title][contains]=eta&sort=words', 'b,e'],
  ['/articles?filter[title][contains]=ETA', ''],
  ['/articles?filter[title][startsWith]=De', 'd'],
  ['/articles?filter[title][endsWith]=mma', 'c'],
  ['/articles?filter[title][iContains]=ETA&sort=words', 'b,e'],
  ['/articles?filter[title][iStartsWith]=dE', 'd'],
  ['/articles?filter[title][iEndsWith]=MMA', 'c'],
  ['/articles?filter[title][iEq]=BETA,alpha&sort=words', 'b,e,a'],
  ['/samples?filter[note][contains]=plain', 's1'],
  ['/articles?filter[author.name][startsWith]=A&sort=title', 'a,c'],
] as const;

const patterns = [
  ['/articles?filter[title][contains]=%25&sort=words', 's0,s4'],
  ['/articles?filter[title][endsWith]=0%25', 's0'],
  ['/articles?filter[title][contains]=a_b', 's1'],
  ['/articles?filter[title][iEq]=A_B', 's1'],
  ['/articles?filter[title][iContains]=A_', 's1'],
  ['/articles?filter[title][startsWith]=C:%5Cn', 's3'],
] as const;

const relationships = [
  ['/articles?filter[author]=null', 'd'],
  ['/articles?filter[author][ne]=null&sort=title,words', 'a,b,e,c'],
  ['/articles?filter[author]=null,2&sort=title', 'b,d'],
  ['/articles?filter[author][ne]=1&sort=title,words', 'b,e,d'],
  ['/articles?filter[tags]=null', 'd'],
  ['/articles?filter[tags][ne]=null&sort=title,words', 'a,b,e,c'],
  ['/articles?filter[comments]=null&sort=title', 'e,d,c'],
  ['/articles?filter[comments][exists]=true&sort=title', 'a,b'],
  ['/articles?filter[tags]=null,t2&sort=title', 'a,b,d'],
  ['/articles?filter[tags][ne]=t1&sort=title', 'b,d'],
  ['/articles?filter[comments][ne]=3&sort=title,words', 'a,e,d,c'],
  ['/articles?filter[author.boss]=null&sort=title', 'a,c'],
  ['/articles?filter[author.name][ne]=Ada&sort=title,words', 'b,e'],
  ['/people?filter[boss][ne]=1&sort=name', '1,3'],
] as const;

const groups = [
  ["/articles?filter=or(eq(title,'Alpha'),eq(words,'200'))&sort=title", 'a,e'],
  ["/articles?filter=and(eq(title,'Beta'),gt(words,'100'))", 'e'],
  ["/articles?filter=not(eq(words,'100'))&sort=title", 'a,e,c'],
  ["/articles?filter=not(lt(words,'300'))&sort=title", 'a,c'],
  ["/articles?filter=not(between(words,'100','200'))&sort=title", 'a,c'],
  ["/articles?filter=not(contains(title,'eta'))&sort=title", 'a,d,c'],
  ["/samples?filter=not(contains(note,'x'))", 's1,s2'],
  ["/articles?filter=not(eq(author.name,'Ada'))&sort=title,words", 'b,e,d'],
  ["/articles?filter=not(eq(author.boss.name,'Ada'))&sort=title,words", 'a,e,d,c'],
  ["/articles?filter=not(eq(tags.name,'sea'))&sort=title", 'b,d'],
  ["/articles?filter=not(eq(comments.body,'third'))&sort=title,words", 'a,e,d,c'],
  ["/articles?filter=not(or(eq(open,'true'),eq(words,'100')))", ''],
  ["/articles?filter=not(and(eq(open,'true'),eq(author,'1')))&sort=title,words", 'b,e,d'],
  ["/articles?filter=not(not(eq(title,'Alpha')))", 'a'],
  ["/people?filter=or(eq(articles.tags.name,'sky'),not(ne(boss,null)))&sort=name", '1,2'],
] as const;

const patternCase: CaseOfFeature = {
  feature: 'hostile values',
  name: 'the characters of patterns stand for themselves in filters',
  run: async (world) => {
    await createStrange(world);
    for (const [url, ids] of patterns) await expectFiltered(world, url, ids);
  },
};

const membersCase: CaseOfFeature = {
  feature: 'hostile values',
  name: 'members of objects are compared with their types in filters, and are null if they are absent',
  run: async (world) => {
    for (const { id, place } of places) {
      const { status } = await world.send('POST /samples', {
        data: { type: 'samples', id, attributes: { ...nothing, place } },
      });
      expectEqual(status, 201, `the status of POST with the place ${JSON.stringify(place)}`);
    }
    for (const [url, ids] of members) await expectFiltered(world, url, ids);
  },
};

const lostCase: CaseOfFeature = {
  feature: 'relationship writes',
  name: 'a related resource that has left its relationship does not change filters for other resources',
  run: async (world) => {
    const data = [{ type: 'comments', id: '3' }];
    const { status } = await world.send('DELETE /articles/b/relationships/comments', { data });
    expectEqual(status < 300, true, 'the success of DELETE');
    await expectFiltered(world, "/articles?filter=not(eq(comments.body,'first'))&sort=title,words", 'b,e,d,c');
    await expectFiltered(world, '/articles?filter[comments]=null&sort=title,words', 'b,e,d,c');
    await expectFiltered(world, '/articles?filter[comments][ne]=1&sort=title,words', 'b,e,d,c');
  },
};

/** Filters with each operator, with null, and with groups. */
export const filterCases: readonly CaseOfFeature[] = [
  ...[...operators, ...strings, ...relationships, ...groups].map(
    ([url, ids]): CaseOfFeature => ({
      feature: 'filters',
      name: `GET ${url}`,
      run: (world) => expectFiltered(world, url, ids),
    }),
  ),
  patternCase,
  membersCase,
  lostCase,
];
