// biome-ignore-all lint/suspicious/noThenProperty: names that promises look for are tested on purpose
import * as core from '@linkage/core';
import * as coreAtomic from '@linkage/core/atomic';
import * as coreCursorPagination from '@linkage/core/cursor-pagination';
import { declare, records } from '../../../server/test/prototypes/declared.ts';
import { hostileDocuments, oddDocuments } from '../../bench/src/hostile/documents.ts';
import { hostileAccepts, hostileContentTypes } from '../../bench/src/hostile/headers.ts';
import type { HostileText } from '../../bench/src/hostile/input.ts';
import { hostileQueries } from '../../bench/src/hostile/queries.ts';
import { hostileResponses } from '../../bench/src/hostile/values.ts';

/** The scenarios by name. The outcome is the returned value or the thrown error. */
export type Scenarios = Readonly<Record<string, () => unknown>>;

const loose = (call: unknown): ((...given: readonly unknown[]) => unknown) => call as never;
const parse = (text: string): unknown => JSON.parse(text);

/** The size of a hostile input: enough for several of its pieces. */
const SIZE = 200;
const strings = (some: readonly HostileText[]): readonly string[] => some.map(({ input }) => input(SIZE));

function building(): Scenarios {
  const given = records();
  const [first, second] = given.articles;
  const people = new Map(given.people.map((it) => [String(it.id), it]));
  const related = (_: object, name: string) => (name === 'author' ? people.get('7') : undefined);
  const options: readonly object[] = [
    {},
    { include: ['author', 'comments.author'] },
    { fields: { articles: ['title', 'constructor'] }, baseUrl: '/api' },
    { include: ['author'], related, meta: { a: 1 }, links: { self: '/x' }, jsonapi: { version: '1.1' } },
    { urls: { resource: (type: string, id: string) => `/${type}/${id}` } },
    { resources: { articles: { meta: () => ({ m: 1 }), relationships: { author: { meta: () => ({ r: 1 }) } } } } },
  ];
  const nested = {
    id: 9,
    title: 'N',
    author: given.people[0],
    comments: given.comments,
    valueOf: { type: 'people', id: 8 },
  };
  return {
    ...Object.fromEntries(
      options.flatMap((each, index) => [
        [`serialize ${index}`, () => loose(core.serialize)(declare(), 'articles', [...given.articles, nested], each)],
        [
          `buildDocument ${index}`,
          () => loose(core.buildDocument)(declare(), 'articles', [nested, ...given.articles], each),
        ],
        [
          `serializeStream ${index}`,
          async () => {
            let text = '';
            for await (const chunk of core.serializeStream(declare(), 'articles', given.articles as never, each))
              text += chunk;
            return text;
          },
        ],
      ]),
    ),
    'buildDocument of mixed types': () =>
      loose(core.buildDocument)(
        declare(),
        ['constructor', 'hasOwnProperty', 'then'],
        [
          { type: 'constructor', id: 'constructor', name: 'C' },
          { type: 'then', id: 'then' },
          { type: 'hasOwnProperty', id: 'then', then: 'constructor' },
        ],
      ),
    buildRelationshipDocument: () =>
      loose(core.buildRelationshipDocument)(declare(), 'articles', first, 'author', { include: ['author'] }),
    'buildRelationshipDocument of nothing': () =>
      loose(core.buildRelationshipDocument)(declare(), 'articles', second, 'valueOf'),
  };
}

function reading(): Scenarios {
  const bodies: readonly string[] = [
    ...oddDocuments,
    ...strings(hostileDocuments),
    '{"data":{"type":"articles","attributes":{"title":1}}}',
    '{"data":{"type":"articles","id":"1","lid":"a","attributes":{"title":"A","constructor":1,"then":2},"relationships":{"author":{"data":{"type":"people","id":"7"}},"comments":{"data":[]}}}}',
  ];
  const queries: readonly string[] = [
    '',
    'include=author,comments.author&fields[articles]=title&sort=-title,author.name&filter[title]=A&page[size]=2',
    'filter[views][gt]=3&filter[author]=7&dryRun=1',
    'include=nope&fields[nope]=x&sort=nope&filter[nope]=1&nope=1&__proto__=1&fields[__proto__]=a&page[__proto__]=1',
    'fields[constructor]=name&filter[constructor]=1&sort=constructor',
    ...strings(hostileQueries),
  ];
  const parameters = {
    dryRun: { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } },
  };
  return Object.fromEntries([
    ...bodies.flatMap((body, index) => [
      [`parseCreate ${index}`, () => loose(core.parseCreate)(declare(), 'articles', body)],
      [`parseCreateAsync ${index}`, () => loose(core.parseCreateAsync)(declare(), 'articles', parse(body))],
      [`parseUpdate ${index}`, () => loose(core.parseUpdate)(declare(), 'articles', body, { id: '1' })],
      [`parseLinkage ${index}`, () => loose(core.parseLinkage)(declare(), 'articles', 'author', body)],
      [
        `parseLinkage to-many ${index}`,
        () => loose(core.parseLinkage)(declare(), 'articles', 'comments', body, { errors: 3 }),
      ],
    ]),
    ...queries.flatMap((query, index) => [
      [`parseQuery ${index}`, () => loose(core.parseQuery)(declare(), 'articles', query, { parameters })],
      [
        `formatQuery ${index}`,
        () => loose(core.formatQuery)(declare(), 'articles', loose(core.parseQuery)(declare(), 'articles', query)),
      ],
    ]),
    [
      'formatQuery',
      () =>
        loose(core.formatQuery)(declare(), 'articles', {
          sort: [{ field: 'title' }],
          filter: [{ field: 'title', values: ['A'] }],
          page: { size: 1 },
        }),
    ],
  ]);
}

function judging(): Scenarios {
  const settings: readonly object[] = [
    {},
    { as: 'response', level: 'should' },
    { as: 'create', profiles: [coreCursorPagination.cursorProfile], rules: { 'type-name': 'off' } },
    { as: 'relationship', extensions: [coreAtomic.atomicExtension] },
    { extensions: [{ uri: 'https://example.com/e', namespace: 'e' }], profiles: [{ uri: 'https://example.com/p' }] },
  ];
  const hostile = Object.values(hostileResponses).map((make) => JSON.stringify(make(5)));
  return Object.fromEntries(
    [...oddDocuments, ...hostile].flatMap((document, index) => [
      ...settings.map((options, number) => [
        `validateDocument ${index} ${number}`,
        () => core.validateDocument(parse(document), options),
      ]),
      [`validateDocument ${index} with an API`, () => core.validateDocument(parse(document), { api: declare() })],
      [`deserialize ${index}`, () => loose(core.deserialize)(parse(document), { collection: index === 4 })],
    ]),
  );
}

function negotiating(): Scenarios {
  const type = core.JSON_API_MEDIA_TYPE;
  const profile = coreCursorPagination.cursorProfile;
  const headers: readonly core.NegotiationHeaders[] = [
    {},
    { accept: type },
    { accept: `${type}; profile="${profile.uri}"`, contentType: type },
    { accept: 'text/html' },
    { contentType: `${type}; charset=utf-8` },
    { contentType: `${type}; ext="https://example.com/e"` },
    ...strings(hostileAccepts).map((accept) => ({ accept })),
    ...strings(hostileContentTypes).map((contentType) => ({ contentType })),
  ];
  const error = { status: '400', code: 'X' };
  return {
    ...Object.fromEntries(
      headers.flatMap((given, index) => [
        [`negotiate ${index}`, () => core.negotiate(given)],
        [
          `negotiate ${index} with support`,
          () => core.negotiate(given, { profiles: [profile], extensions: [coreAtomic.atomicExtension] }),
        ],
      ]),
    ),
    formatMediaType: () => core.formatMediaType({ profiles: [profile.uri] }),
    readResponseContentType: () => core.readResponseContentType(`${type}; ext="https://example.com/e"`),
    describeErrors: () => core.describeErrors([error, {}], { id: () => 'a' }),
    'describeErrors with strings': () => core.describeErrors([error], { localize: () => ({ title: 'T' }) }),
    JsonApiError: () => {
      const { message, status, headers: own, errors } = new core.JsonApiError([error, { detail: 'd' }]);
      return [message, status, own, errors];
    },
    errorObject: () => [
      core.errorObject('NOT_FOUND', 'd'),
      core.errorObject('NOT_FOUND', 'd', { source: { pointer: '' } }),
    ],
    definitions: () => [
      core.defineExtension({ uri: 'https://example.com/e' }),
      core.defineProfile({ uri: 'https://example.com/p' }),
      core.defineExtension({ uri: 'https://example.com/f', namespace: 'f', members: { document: { a: null } } }),
    ],
  };
}

/** Everything that core does with values. */
export function coreScenarios(): Scenarios {
  return { ...building(), ...reading(), ...judging(), ...negotiating() };
}
