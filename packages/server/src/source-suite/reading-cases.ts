import { type CaseOfFeature, expectEqual, expectIds, type SuiteFeature, type SuiteWorld } from './suite-case.ts';

/** Cases that read a URL and compare the ids of the primary data in their order. */
function idCases(feature: SuiteFeature, cases: readonly (readonly [url: string, ids: string])[]): CaseOfFeature[] {
  return cases.map(([url, ids]) => ({
    feature,
    name: `GET ${url}`,
    run: (world: SuiteWorld) => expectIds(world, url, ids === '' ? [] : ids.split(',')),
  }));
}

function includeCase(url: string, expected: string): CaseOfFeature {
  return {
    feature: 'includes',
    name: `GET ${url}`,
    run: async ({ send }) => {
      const { status, document } = await send(`GET ${url}`);
      const included = (document?.included ?? []).map(
        ({ type, id }: { readonly type: string; readonly id: string }) => `${type} ${id}`,
      );
      expectEqual([status, included.sort().join(', ')], [200, expected], `the included resources of ${url}`);
    },
  };
}

const resource: CaseOfFeature = {
  feature: 'collections',
  name: 'a resource has the attributes and the linkage that were stored',
  run: async ({ send }) => {
    const { status, document } = await send('GET /articles/a');
    const attributes = { title: 'Alpha', words: 300, open: true, labels: ['x', 'y'] };
    expectEqual([status, document?.data?.attributes], [200, attributes], 'the attributes of article a');
    const { document: other } = await send('GET /articles/d?include=author');
    expectEqual(other?.data?.attributes?.labels, [null, 'z'], 'the labels of article d');
    expectEqual(other?.data?.attributes?.open, false, 'the attribute open of article d');
    expectEqual(other?.data?.relationships?.author?.data, null, 'the author of article d');
    const { document: sample } = await send('GET /samples/s1');
    const values = [
      ...['plain', 'c1', 7, '9007199254740993', '0f8fad5b-d9cb-469f-a165-70867728950e', '2026-02-28', '12.50'],
    ];
    const { place, ...others } = sample?.data?.attributes ?? {};
    expectEqual(Object.values(others), values, 'the attributes of sample s1');
    expectEqual([place?.city, place?.size, place?.open], ["O'Sea", 7.5, true], 'the members of the place of sample s1');
    const { document: empty } = await send('GET /samples/s2');
    expectEqual(
      Object.values(empty?.data?.attributes ?? {}),
      [...values, place].map(() => null),
      'the attributes of sample s2',
    );
  },
};

const totals: CaseOfFeature = {
  feature: 'collections',
  name: 'a total counts all records, whatever the page',
  run: async ({ send }) => {
    const { status, document } = await send('GET /articles?filter[open]=true&page[size]=1&page[total]=true');
    expectEqual([status, document?.data?.length, document?.meta?.page?.total], [200, 1, 3], 'the page and its total');
  },
};

const fieldsets: CaseOfFeature = {
  feature: 'collections',
  name: 'a sparse fieldset contains these fields only',
  run: async ({ send }) => {
    const { document } = await send('GET /articles?fields[articles]=words&sort=-words&page[size]=1');
    expectEqual(document?.data?.at(0)?.attributes, { words: 300 }, 'the attributes');
  },
};

const pagePerParent: CaseOfFeature = {
  feature: 'includes',
  name: 'many parents have their own members',
  run: async ({ send }) => {
    const { status, document } = await send('GET /articles?include=tags,comments&sort=title,words');
    const members = document?.data?.map(
      // biome-ignore lint/suspicious/noExplicitAny: a resource object of a response
      ({ id, relationships }: any) =>
        `${id}:${['tags', 'comments'].map((name) => relationships[name].data.map((it: { readonly id: string }) => it.id).sort()).join('/')}`,
    );
    const expected = ['a:t1,t2/1,2', 'b:t2/3', 'e:t1/', 'd:/', 'c:t1/'];
    expectEqual([status, members], [200, expected], 'the linkage of each article');
  },
};

/** Cases that only read. */
export const readingCases: readonly CaseOfFeature[] = [
  resource,
  totals,
  fieldsets,
  ...idCases('collections', [
    ['/articles?sort=title,words', 'a,b,e,d,c'],
    ['/articles?sort=title,words&page[size]=2', 'a,b'],
    ['/articles?sort=title,words&page[size]=2&page[number]=2', 'e,d'],
    ['/articles?sort=title,words&page[size]=2&page[number]=3', 'c'],
    ['/people?sort=name', '1,2,3'],
  ]),
  ...idCases('sorting', [
    ['/articles?sort=words,title,-open', 'c,b,d,e,a'],
    ['/articles?sort=-words,-title', 'a,e,d,b,c'],
    ['/articles?sort=open,title', 'b,d,a,e,c'],
    ['/articles?sort=-open,-title', 'c,e,a,d,b'],
    ['/articles?sort=author.name,title', 'd,a,c,b,e'],
    ['/articles?sort=-author.name,title', 'e,b,a,c,d'],
    ['/articles?sort=author.boss.name,title', 'a,d,c,b,e'],
    ['/comments?sort=-article.author.name,-body', '3,2,1'],
    ['/samples?sort=big', 's2,s1'],
    ['/samples?sort=-day', 's1,s2'],
    ['/samples?sort=code', 's1,s2'],
    ['/samples?sort=-code', 's1,s2'],
    ['/people/1/articles?sort=-title', 'c,a'],
  ]),
  ...idCases('filters', [
    ['/articles?filter[title]=Beta&sort=words', 'b,e'],
    ['/articles?filter[title]=Alpha,Delta&sort=title', 'a,d'],
    ['/articles?filter[title]=beta', ''],
    ['/articles?filter[words][gt]=100&sort=words', 'e,a'],
    ['/articles?filter[words][le]=200&sort=-words,title', 'e,b,d'],
    ['/articles?filter[open]=false&sort=title', 'b,d'],
    ['/articles?filter[author]=1&sort=title', 'a,c'],
    ['/articles?filter[author]=1,3&sort=title', 'a,e,c'],
    ['/articles?filter[tags]=t2&sort=title', 'a,b'],
    ['/articles?filter[comments]=3', 'b'],
    ['/articles?filter[author.name]=Bo', 'b'],
    ['/articles?filter[tags.name]=sea&sort=title', 'a,e,c'],
    ['/articles?filter[comments.body]=second', 'a'],
    ['/articles?filter[author.boss.name]=Ada', 'b'],
    ['/people?filter[articles.tags.name]=sky&sort=name', '1,2'],
    ['/tags?filter[articles.author]=3', 't1'],
    ['/comments?filter[article.author.name]=Ada&sort=body', '1,2'],
    ['/samples?filter[big]=9007199254740993', 's1'],
    ['/samples?filter[token]=0f8fad5b-d9cb-469f-a165-70867728950e', 's1'],
    ['/samples?filter[day]=2026-02-28', 's1'],
    ['/samples?filter[rate]=12.50', 's1'],
  ]),
  ...[
    ['/articles?include=author', 'people 1, people 2, people 3'],
    ['/articles?include=tags', 'tags t1, tags t2'],
    ['/articles/a?include=comments', 'comments 1, comments 2'],
    ['/articles/b?include=author.boss', 'people 1, people 2'],
    ['/comments/3?include=article.tags,article.author', 'articles b, people 2, tags t2'],
    [
      '/people?include=articles.comments',
      'articles a, articles b, articles c, articles e, comments 1, comments 2, comments 3',
    ],
    ['/articles/d?include=author,tags,comments', ''],
  ].map(([url = '', expected = '']) => includeCase(url, expected)),
  pagePerParent,
  ...idCases('related resources', [
    ['/people/1/articles?sort=title', 'a,c'],
    ['/articles/a/tags?sort=name', 't1,t2'],
    ['/articles/a/tags?sort=name&page[size]=1&page[number]=2', 't2'],
    ['/articles/a/comments?sort=-body', '2,1'],
    ['/articles/a/comments?filter[body]=first', '1'],
    ['/tags/t1/articles?sort=-words&include=author', 'a,e,c'],
    ['/articles/d/tags', ''],
    ['/articles/d/relationships/comments', ''],
  ]),
  {
    feature: 'related resources',
    name: 'a to-one relationship leads to its resource, or to null',
    run: async ({ send }) => {
      expectEqual((await send('GET /articles/b/author')).document?.data?.id, '2', 'the author of article b');
      expectEqual((await send('GET /articles/d/author')).document?.data, null, 'the author of article d');
      const { status, document } = await send('GET /articles/b/relationships/author');
      expectEqual([status, document?.data], [200, { type: 'people', id: '2' }], 'the linkage of article b');
      expectEqual((await send('GET /articles/none/author')).status, 404, 'the status of a missing resource');
    },
  },
];
