import type { AttributeDescription, RelationshipDescription, ServerDescription } from '@linkage/server';

/** A description in which a test changes one place. */
export type Draft<Value> = Value extends object ? { -readonly [Name in keyof Value]: Draft<Value[Name]> } : Value;

const attribute: AttributeDescription = {
  kind: 'attribute',
  schema: { type: 'string' },
  write: true,
  read: true,
  onDemand: false,
  required: false,
  optional: false,
  sort: false,
  filterOperators: [],
};

const page: ServerDescription['types'][string]['page'] = {
  strategy: 'page-number',
  names: ['number', 'size'],
  sizeName: 'size',
  size: 25,
  maximum: 100,
  total: 'on-request',
  totalName: 'page.total',
  includedSize: 25,
};

const relationship: Omit<RelationshipDescription, 'kind' | 'targets'> = {
  write: true,
  required: false,
  include: true,
  filterOperators: ['eq'],
  filterPaths: ['name'],
  sortPaths: ['name'],
};

const endpoint: ServerDescription['endpoints'][number] = {
  name: 'fetch-articles',
  method: 'GET',
  path: '/articles',
  families: ['include', 'sort'],
  types: ['articles'],
  ifMatch: 'no',
  idempotencyKey: 'no',
  statuses: [200, 400],
};

/** Returns a small description: articles with an author and comments, and people. */
export function describedArticles(): Draft<ServerDescription> {
  const description: ServerDescription = {
    contract: 2,
    baseUrl: '/api',
    types: {
      articles: {
        fields: {
          title: {
            ...attribute,
            schema: { type: 'string', maxLength: 100 },
            required: true,
            sort: true,
            filterOperators: ['eq', 'ne'],
          },
          state: { ...attribute, schema: { enum: ['draft', 'published'] } },
          words: { ...attribute, schema: { type: 'integer', minimum: 0 } },
          note: { ...attribute, schema: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
          data: { ...attribute, schema: { type: 'object' }, filterMembers: { city: ['eq', 'ne'], 'in.zip': ['eq'] } },
          size: { ...attribute, schema: { $ref: '#/schemas/Size' } },
          secret: { ...attribute, read: false },
          count: { ...attribute, schema: { type: 'integer' }, write: false },
          author: { ...relationship, kind: 'to-one', targets: ['people'], inverse: 'articles' },
          comments: { ...relationship, kind: 'to-many', targets: ['articles', 'people'], page },
        },
        clientGeneratedIds: true,
        ifMatch: 'may',
        page,
        stream: false,
        defaultIncludes: ['author'],
        defaultSort: ['-words', 'title'],
        parameters: { 'example-lang': { type: 'string' } },
        endpoints: [
          endpoint,
          {
            ...endpoint,
            name: 'update-articles',
            method: 'PATCH',
            path: '/articles/{id}',
            document: 'resource' as never,
            ifMatch: 'may',
            idempotencyKey: 'may',
            statuses: [200, 404],
          },
          {
            ...endpoint,
            name: 'create-articles',
            method: 'POST',
            document: 'create' as never,
            idempotencyKey: 'may',
            statuses: [201, 422],
          },
        ],
      },
      people: {
        fields: { name: attribute },
        clientGeneratedIds: false,
        ifMatch: 'may',
        page,
        stream: false,
        defaultIncludes: [],
        defaultSort: [],
        parameters: {},
        endpoints: [],
      },
    },
    schemas: {
      Size: {
        type: 'object',
        properties: { width: { type: 'number' }, depth: { type: 'number' } },
        required: ['width'],
      },
    },
    gaps: [],
    parameters: { 'example-flag': { type: 'boolean' } },
    filterLanguage: 'default',
    endpoints: [
      {
        ...endpoint,
        name: 'cancel',
        method: 'POST',
        path: '/articles/{id}/-actions/cancel',
        extension: 'https://example.com/ext/cancel',
        extensions: ['https://example.com/ext/cancel'],
      },
    ],
    extensions: [{ uri: 'https://example.com/ext/cancel', namespace: 'cancel', parameters: ['cancel:reason'] }],
    profiles: [
      {
        uri: 'https://example.com/profiles/a',
        applied: 'always',
        parameters: { 'example-a': true },
        pageNames: ['after', 'before'],
      },
    ],
    limits: { includeDepth: 3, body: null } as never,
    operations: { path: '/operations', limit: 50 },
    idempotency: { hours: 24, required: [] },
  };
  return JSON.parse(JSON.stringify(description)) as Draft<ServerDescription>;
}
