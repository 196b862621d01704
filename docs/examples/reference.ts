/** Small examples for the API reference, of functions that no other example uses. */

import {
  buildRelationshipDocument,
  createUrlScheme,
  defineErrors,
  defineMessages,
  describeErrors,
  describeErrorsAsync,
  type ErrorObject,
  englishMessages,
  errorObject,
  isMemberName,
  messageParts,
  negotiateLanguage,
  parseCreateAsync,
  parseDocument,
  parseLinkage,
  parseRelatedQuery,
  parseRelationshipQuery,
  parseUpdate,
  parseUpdateAsync,
  translateErrors,
} from '@linkage/core';
import {
  fieldOf,
  foldCondition,
  identityOf,
  linkageDifference,
  readReference,
  stepsOf,
  toIdString,
} from '@linkage/core/records';
import { specifiedRules } from '@linkage/core/rules';
import { booleanColumn } from '@linkage/kysely';
import { createMemorySources, createServer, memoryRecords, pageNumberStrategy, tooManyRequests } from '@linkage/server';
import {
  assertMountable,
  handleNow,
  logFailure,
  respondOutside,
  respondToError,
  stripPrefix,
} from '@linkage/server/adapter';
import { openTelemetryTracing } from '@linkage/server/opentelemetry';
import { api } from './core.ts';
import { server } from './source.ts';

const record = { id: 1, title: 'Hello', author: 9 };

export const isName = isMemberName('firstName'); // true

// GET /articles/1/author?fields[people]=name
export const ofRelated = parseRelatedQuery(api, 'articles', 'author', 'fields[people]=name');

// GET /articles/1/relationships/author?include=author: the path begins with the relationship.
export const ofLinkage = parseRelationshipQuery(api, 'articles', 'author', 'include=author');

export const relationshipDocument = buildRelationshipDocument(api, 'articles', record, 'author');

export const change = parseUpdate(
  api,
  'articles',
  '{"data":{"type":"articles","id":"1","attributes":{"title":"New"}}}',
  {
    id: '1', // the id in the URL
  },
);

export const changeAsync = await parseUpdateAsync(api, 'articles', {
  data: { type: 'articles', id: '1', attributes: { title: 'New' } },
});

export const inputAsync = await parseCreateAsync(api, 'articles', {
  data: { type: 'articles', attributes: { title: 'Hello' } },
});

export const linkage = parseLinkage(api, 'articles', 'author', '{"data":{"type":"people","id":"9"}}');

export const limited = parseDocument('{"data":[]}', { bytes: 1000 });

export const described = describeErrors([errorObject('NOT_FOUND', 'The article does not exist.')], {
  type: ({ code }) => `https://example.com/errors#${code}`,
});

export const translated = await describeErrorsAsync(described, { localize: async () => ({ title: 'Nicht gefunden' }) });

export const language = negotiateLanguage('de-AT, en;q=0.5', ['en', 'de']); // 'de'

/** The strings of a file of translators. */
export const stringsOf = (json: string) => defineMessages(JSON.parse(json));

export const ownErrors = defineErrors({
  OUT_OF_STOCK: { status: 409, title: 'Out of stock', detail: 'Only {left} pieces are left.' },
});

export const localize = (json: string) => translateErrors({ fr: stringsOf(json) });

/** Logs `NOT_FOUND.url` for a URL that does not exist. */
export const logKeys = (error: ErrorObject) => console.log(messageParts(error)?.map(({ key }) => key));

export const didYouMean = englishMessages.common.didYouMean; // 'Did you mean {name}?'

const urls = createUrlScheme(api, { baseUrl: '/api' });
export const articleUrl = urls.resource?.('articles', '1'); // /api/articles/1

export const title = fieldOf(record, 'title'); // 'Hello'

export const identity = identityOf('articles', '1');

export const reference = readReference(api, ['people'], record.author, 'articles.author');

export const id = toIdString(1n, 'articles'); // '1'

export const ruleCount = Object.keys(specifiedRules).length;

export const publishedColumn = booleanColumn('is_published');

export const paged = createServer(api, createMemorySources(api), { pagination: { strategy: pageNumberStrategy } });

export const traced = createServer(api, createMemorySources(api), { tracing: openTelemetryTracing() });

assertMountable(server, '/api');

export const target = stripPrefix('/api/articles?sort=title', '/api'); // '/articles?sort=title'

export const outside = respondOutside(); // 404 with an error document

export const now = handleNow(server, { method: 'GET', url: '/articles', headers: {} }); // not a promise, if the sources answer at once

export const busy = tooManyRequests(60);

const memory = createMemorySources(api, { people: [{ id: '9', name: 'Dan' }] });
export const saved = JSON.stringify(await memoryRecords(memory)); // createMemorySources(api, JSON.parse(saved))

export const logged = respondToError(new Error('The disk is full.'), logFailure);

export const path = stepsOf('comments.author.name'); // { relationships: ['comments', 'author'], name: 'name' }

// #region conditions
const term = { field: 'author.name', operator: 'eq', values: ['Dan'] } as const;
export const condition = foldCondition(term, 'articles', {
  follow: (_type, relationship) => relationship, // here, a relationship and its type have the same name
  compare: (type, { field, values }) => `${type}.${field} in (${values})`,
  any: (type, relationship, _target, inner) => `${type}.${relationship} has (${inner})`,
  and: (conditions) => `(${conditions.join(' and ')})`,
  or: (conditions) => `(${conditions.join(' or ')})`,
  not: (inner) => `not ${inner}`,
}); // articles.author has (author.name in (Dan))
// #endregion conditions

const tags = ['a', 'b'].map((id) => ({ type: 'tags', id }));
export const difference = linkageDifference(tags, { replace: [{ type: 'tags', id: 'a' }] }); // removes tag b
