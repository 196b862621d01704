/** Small examples for the API reference, of functions that no other example uses. */
import {
  buildRelationshipDocument,
  createUrlScheme,
  describeErrors,
  describeErrorsAsync,
  errorObject,
  isMemberName,
  parseCreateAsync,
  parseDocument,
  parseLinkage,
  parseUpdate,
  parseUpdateAsync,
} from '@linkage/core';
import { fieldOf, identityOf, readReference, toIdString } from '@linkage/core/records';
import { specifiedRules } from '@linkage/core/rules';
import { booleanColumn } from '@linkage/kysely';
import { createServer, pageNumberStrategy, tooManyRequests } from '@linkage/server';
import { assertMountable, respondOutside, stripPrefix } from '@linkage/server/adapter';
import { openTelemetryTracing } from '@linkage/server/opentelemetry';
import { api } from './core.ts';
import { server } from './source.ts';

const record = { id: 1, title: 'Hello', author: 9 };

export const isName = isMemberName('firstName'); // true

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

const urls = createUrlScheme(api, { baseUrl: '/api' });
export const articleUrl = urls.resource?.('articles', '1'); // /api/articles/1

export const title = fieldOf(record, 'title'); // 'Hello'

export const identity = identityOf('articles', '1');

export const reference = readReference(api, ['people'], record.author, 'articles.author');

export const id = toIdString(1n, 'articles'); // '1'

export const ruleCount = Object.keys(specifiedRules).length;

export const publishedColumn = booleanColumn('is_published');

export const paged = createServer(api, {}, { pagination: { strategy: pageNumberStrategy } });

export const traced = createServer(api, {}, { tracing: openTelemetryTracing() });

assertMountable(server, '/api');

export const target = stripPrefix('/api/articles?sort=title', '/api'); // '/articles?sort=title'

export const outside = respondOutside(); // 404 with an error document

export const busy = tooManyRequests(60);
