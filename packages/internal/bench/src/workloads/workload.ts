import { type Article, type FlatArticle, makeArticles, makeFlatArticles } from './data.ts';

/** Articles with authors and comments, all of which go into `included`. */
export interface CompoundWorkload {
  readonly kind: 'compound';
  readonly title: string;
  /** Whether the primary data is the one record instead of the array. */
  readonly isSingle: boolean;
  readonly records: readonly Article[];
}

export interface FlatWorkload {
  readonly kind: 'flat';
  readonly title: string;
  /** Whether every resource carries a self link. */
  readonly withLinks: boolean;
  readonly records: readonly FlatArticle[];
}

export type Workload = CompoundWorkload | FlatWorkload;

/** Where the resources of the workloads with links are served. */
export const baseUrl = 'https://example.com/api';

const makers = {
  a: () => compound('One article: ten attributes, author, 3 comments with authors', makeArticles(1, 3, 3), true),
  b: () => compound('100 articles, each with author and 5 comments, 520 resources included', makeArticles(100, 5, 20)),
  c: () => flat('1,000 articles', 1000),
  d: () => flat('10,000 articles', 10_000),
  dates: () => flat('1,000 articles with a Date each', 1000, { withDate: true }),
  links: () => flat('1,000 articles with a self link each', 1000, { withLinks: true }),
};

export type WorkloadName = keyof typeof makers;

/** Makes one of the named workloads; the same one every time. */
export function makeWorkload(name: string): Workload {
  if (!Object.hasOwn(makers, name)) throw new Error(`No workload is called ${name}: ${Object.keys(makers).join(', ')}`);
  return makers[name as WorkloadName]();
}

/** The input of a serializer: one record or an array of records. */
export function inputOf(workload: Workload): object {
  return workload.kind === 'compound' && workload.isSingle ? firstOf(workload.records) : workload.records;
}

export function firstOf<Item>(items: readonly Item[]): Item {
  const [first] = items;
  if (first === undefined) throw new Error('A workload has at least one record.');
  return first;
}

function compound(title: string, records: readonly Article[], isSingle = false): CompoundWorkload {
  return { kind: 'compound', title, isSingle, records };
}

/** A flat workload of a given size. */
export function flat(title: string, count: number, options: { withDate?: true; withLinks?: true } = {}): FlatWorkload {
  const records = makeFlatArticles(count, { withDate: options.withDate ?? false });
  return { kind: 'flat', title, withLinks: options.withLinks ?? false, records };
}
