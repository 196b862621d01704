import { readCan } from '../sources/port/can.ts';
import { type CaseOfFeature, expectEqual } from './suite-case.ts';

/** Cases about the members of each of several resources at once, for sources that declare `parents`. */
export const memberQueryCases: readonly CaseOfFeature[] = (
  [
    ['articles', 'tags', { tags: ['[sort]=-name'] }, 'a:t2,t1 b:t2 e:t1 d: c:t1', 'tags t1, tags t2'],
    ['articles', 'tags', { tags: ['[filter][name]=sea', '[page][size]=1'] }, 'a:t1 b: e:t1 d: c:t1', 'tags t1'],
    ['articles', 'tags', { tags: ['[sort]=name', '[page][size]=1'] }, 'a:t1 b:t2 e:t1 d: c:t1', 'tags t1, tags t2'],
    [
      'articles',
      'comments',
      { comments: ['[sort]=-body', '[page][size]=1'] },
      'a:2 b:3 e: d: c:',
      'comments 2, comments 3',
    ],
    [
      'people',
      'articles',
      { articles: ['[filter][author.name]=Ada', '[sort]=-title', '[page][size]=1'] },
      '1:c 2: 3:',
      'articles c',
    ],
    [
      'people',
      'articles.comments',
      { articles: ['[sort]=title', '[page][size]=1'], 'articles.comments': ['[filter][body][ne]=first'] },
      '1:a 2:b 3:e',
      'articles a, articles b, articles e, comments 2, comments 3',
    ],
  ] as const
).map(([type, include, queries, linkage, included]) => {
  const parameters = Object.entries<readonly string[]>(queries).flatMap(([path, parts]) =>
    parts.map((part) => `relatedQuery[${path}]${part}`),
  );
  const sort = type === 'people' ? 'name' : 'title,words';
  const url = `/${type}?${[`include=${include}`, ...parameters, `sort=${sort}`].join('&')}`;
  return {
    feature: 'includes',
    name: `GET ${url}`,
    run: async ({ sources, send }) => {
      if (!readCan(type, sources[type] ?? {}).applies.related.parents) return;
      const { status, document } = await send(`GET ${url}`);
      const [first = ''] = include.split('.');
      const members = document?.data?.map(
        // biome-ignore lint/suspicious/noExplicitAny: a resource object of a response
        ({ id, relationships }: any) =>
          `${id}:${relationships[first].data.map((it: { readonly id: string }) => it.id)}`,
      );
      const found = document?.included?.map(
        (it: { readonly type: string; readonly id: string }) => `${it.type} ${it.id}`,
      );
      expectEqual([status, members?.join(' '), found?.sort().join(', ')], [200, linkage, included], `GET ${url}`);
    },
  };
});
