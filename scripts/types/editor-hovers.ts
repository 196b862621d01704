/** The strings that an editor shows at places of the application, and where it leads. `¦` is the cursor, after the name. */
import { got, hooks, rules } from './editor-places.ts';

export interface Hover {
  readonly code: string;
  /** The whole text, in one line. */
  readonly shows: string;
  /** The comment beside the declaration. */
  readonly says?: string;
}

/** The string that the editor shows: results as objects, and other types by their names. */
export const hovers: readonly Hover[] = [
  {
    code: got('data¦;'),
    shows:
      'const data: { readonly type: "articles"; readonly id: string; readonly views: number; readonly state: "draft" | "published"; readonly title: string; readonly author: { readonly type: "people"; readonly id: string; readonly name: string; readonly articles?: readonly DeserializedIdentifier<"articles">[]; } | null; readonly comments?: readonly DeserializedIdentifier<"comments">[]; }',
  },
  {
    code: got('data¦;', '{}'),
    shows:
      'const data: { readonly type: "articles"; readonly id: string; readonly views: number; readonly state: "draft" | "published"; readonly title: string; readonly author?: DeserializedIdentifier<"people"> | null; readonly comments?: readonly DeserializedIdentifier<"comments">[]; }',
  },
  {
    code: got('data¦;', "{ fields: { articles: ['title'] } }"),
    shows: 'const data: { readonly type: "articles"; readonly id: string; readonly title: string; }',
  },
  { code: got('data.title¦;'), shows: '(property) title: string', says: 'The headline of an article.' },
  {
    code: got('data.author¦;'),
    shows:
      '(property) author: { readonly type: "people"; readonly id: string; readonly name: string; readonly articles?: readonly DeserializedIdentifier<"articles">[]; } | null',
    says: 'Who wrote the article.',
  },
  {
    code: got('data.author?.name¦;'),
    shows: '(property) name: string | undefined',
    says: 'The name that readers see.',
  },
  {
    code: got('data.comments¦;'),
    shows: '(property) comments?: readonly DeserializedIdentifier<"comments">[] | undefined',
  },
  {
    code: "const { data } = await client.list('articles');\ndata¦;",
    shows:
      'const data: readonly { readonly type: "articles"; readonly id: string; readonly views: number; readonly state: "draft" | "published"; readonly title: string; readonly author?: DeserializedIdentifier<"people"> | null; readonly comments?: readonly DeserializedIdentifier<"comments">[]; }[]',
  },
  {
    code: "const page = await client.list('articles');\npage¦;",
    shows:
      'const page: Page<{ readonly type: "articles"; readonly id: string; readonly views: number; readonly state: "draft" | "published"; readonly title: string; readonly author?: DeserializedIdentifier<"people"> | null; readonly comments?: readonly DeserializedIdentifier<"comments">[]; }>',
  },
  {
    code: "const saved = await client.create('articles', { attributes: { title: 'A', state: 'draft' } });\nsaved¦.data;",
    shows:
      'const saved: Answer<{ readonly type: "articles"; readonly id: string; readonly views: number; readonly state: "draft" | "published"; readonly title: string; readonly author?: DeserializedIdentifier<"people"> | null; readonly comments?: readonly DeserializedIdentifier<"comments">[]; }>',
  },
  {
    code: "const { data } = await client.related('articles', '1', 'author');\ndata¦;",
    shows:
      'const data: { readonly type: "people"; readonly id: string; readonly name: string; readonly articles?: readonly DeserializedIdentifier<"articles">[]; } | null',
  },
  {
    code: "const { data } = await client.relationship('articles', '1', 'comments');\ndata¦;",
    shows: 'const data: readonly { readonly type: "comments"; readonly id: string; readonly meta?: MetaObject; }[]',
  },
  { code: rules('articles: { read: (user¦) => user.admin }'), shows: '(parameter) user: User' },
  {
    code: rules('articles: { update: (user, { record¦ }) => true }'),
    shows: '(parameter) record: SubjectRecord<Blog, "articles">',
  },
  {
    code: rules('articles: { update: (user, { record }) => record.title¦ === user.id }'),
    shows: '(property) title?: string | undefined',
    says: 'The headline of an article.',
  },
  {
    code: rules('articles: { update: (user, { record }) => record.author¦?.id === user.id }'),
    shows: '(property) author?: ResourceIdentifierObject<"people"> | null | undefined',
    says: 'Who wrote the article.',
  },
  {
    code: rules('articles: { update: (user, { input¦ }) => true }'),
    shows: '(parameter) input: UpdateInput<Blog, "articles", never>',
  },
  {
    code: rules('articles: { create: (user, { input }) => input.attributes.title¦ === user.id }'),
    shows: '(property) title: string',
    says: 'The headline of an article.',
  },
  {
    code: rules('articles: { update: (user, subject¦) => true }'),
    shows: '(parameter) subject: UpdateSubject<Blog, "articles", User, unknown>',
  },
  {
    code: hooks('articles: { create: { before: ({ input }) => void input.attributes¦ } }'),
    shows:
      '(property) CreateInput<Blog, "articles", "articles">.attributes: { readonly views: number; readonly state: "draft" | "published"; readonly title: string; }',
  },
  {
    code: hooks('articles: { create: { before: ({ input }) => void input.attributes.title¦ } }'),
    shows: '(property) title: string',
    says: 'The headline of an article.',
  },
  {
    code: hooks('articles: { update: { before: ({ record }) => void record.title¦ } }'),
    shows: '(property) title?: string | undefined',
    says: 'The headline of an article.',
  },
  {
    code: hooks('articles: { create: { before: ({ context¦ }) => void context } }'),
    shows: '(parameter) context: User',
  },
  {
    code: "parseCreate(api, 'articles', {}).attributes.title¦;",
    shows: '(property) title: string',
    says: 'The headline of an article.',
  },
  {
    code: "const { data } = deserialize({} as object, { api, type: 'articles', collection: false });\ndata¦;",
    shows:
      'const data: { readonly type: "articles"; readonly id: string; readonly views: number; readonly state: "draft" | "published"; readonly title: string; readonly author?: DeserializedIdentifier<"people"> | null; readonly comments?: readonly DeserializedIdentifier<"comments">[]; } | null',
  },
  {
    code: "const { data } = deserialize({} as object, { api, type: 'articles', collection: false });\ndata?.title¦;",
    shows: '(property) title: string | undefined',
    says: 'The headline of an article.',
  },
  {
    code: "const { data } = await client.create('articles', { attributes: { title: 'A', state: 'draft' } }, { include: ['author'], fields: { articles: ['author'] } });\ndata¦;",
    shows:
      'const data: { readonly type: "articles"; readonly id: string; readonly author: { readonly type: "people"; readonly id: string; readonly name: string; readonly articles?: readonly DeserializedIdentifier<"articles">[]; } | null; }',
  },
  {
    code: "const { data } = buildDocument(api, 'people', { id: 1, name: 'A' });\ndata¦;",
    shows:
      'const data: { readonly type: "people"; readonly id: string; readonly links?: ResourceLinks; readonly meta?: MetaObject; readonly attributes: { readonly name: string; }; readonly relationships?: { readonly articles?: RelationshipObject<readonly ResourceIdentifierObject<"articles">[]>; }; }',
  },
  {
    code: "parseCreate(api, 'articles', {}).relationships¦;",
    shows:
      '(property) CreateInput<Blog, "articles", "articles">.relationships: { readonly author?: ResourceIdentifierObject<"people"> | null; readonly comments?: readonly ResourceIdentifierObject<"comments">[]; }',
  },
  { code: 'api¦;', shows: 'const api: Blog' },
  { code: 'client¦;', shows: 'const client: Client<Blog>' },
  {
    code: "const { meta } = await client.action('articles', 'publish', { id: '1', input: { at: '' } });\nmeta¦;",
    shows: 'const meta: MetaObject | undefined',
  },
  {
    code: "const groups = await readAggregates(client, 'articles', { sum: ['views'] });\ngroups¦;",
    shows: 'const groups: readonly AggregatesGroup<Blog, "articles", { readonly sum: readonly ["views"]; }>[]',
  },
];

/** The places from which the editor opens the declaration of a field, and renames it. */
export const definitions: readonly string[] = [
  got('data.title¦;'),
  got('data.author?.name¦;'),
  got('data.author¦?.id;'),
  hooks('articles: { create: { before: ({ input }) => void input.attributes.title¦ } }'),
  hooks('articles: { update: { before: ({ record }) => void record.title¦ } }'),
  rules('articles: { update: (user, { record }) => record.title¦ === user.id }'),
  "parseCreate(api, 'articles', {}).attributes.title¦;",
  "deserialize({} as object, { api, type: 'articles', collection: false }).data?.title¦;",
];
