/** The facts about a model in a client that Prisma generates. */
interface Model<Scalars, Objects> {
  readonly [key: symbol]: { readonly types: { readonly payload: { scalars: Scalars; objects: Objects } } };
}

/** The part of the client of `prisma/schema.prisma` that the example uses. In an application, Prisma generates it. */
export interface Client {
  readonly article: Model<
    {
      id: string;
      title: string;
      words: number | null;
      open: boolean;
      labels: unknown;
      authorId: number | null;
    },
    { author: object | null; tags: object[]; comments: object[] }
  >;
  readonly person: Model<
    { id: number; name: string; bossId: number | null },
    { boss: object | null; staff: object[]; articles: object[] }
  > & { update(change: { where: { id: number }; data: { name: string } }): Promise<unknown> };
  readonly tag: Model<{ id: string; name: string }, { articles: object[] }>;
  readonly comment: Model<{ id: number; body: string; articleId: string | null }, { article: object | null }>;
}
