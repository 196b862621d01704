/** The options of the search: it also finds words that people type and that the pages do not have. */

/** The words of the pages, and the words of queries that mean the same. Several words are a phrase, which they replace. */
const meanings: readonly (readonly [ours: string, theirs: string])[] = [
  ['authentication token authenticate', 'jwt'],
  ['authentication token', 'oauth, bearer, openid, oidc, api key'],
  ['authentication authenticate context', 'login'],
  ['authentication access', 'auth'],
  ['authentication cookie', 'session, sessions, csrf'],
  ['access control', 'permission, permissions, authorization, role, roles, acl, rbac'],
  ['next examples', 'nextjs, next.js'],
  ['framework fetch', 'sveltekit, remix'],
  ['framework fetch h3', 'nuxt'],
  ['workerd frameworks fetch', 'cloudflare'],
  ['framework fetch deployment', 'lambda'],
  ['frameworks fetch deployment', 'vercel'],
  ['deployment', 'docker'],
  ['fields hidden hide', 'hide a field, hide field, private field'],
  ['access fields', 'hidden'],
  ['multi-tenancy tenancy', 'tenant, tenants, multitenant'],
  ['files upload body', 'upload, uploads'],
  ['files upload', 'file'],
  ['cursor pagination', 'cursor, keyset'],
  ['cursor pagination next', 'infinite scroll'],
  ['pagination', 'offset, paging, paginate'],
  ['openapi', 'swagger'],
  ['zod schema', 'zod'],
  ['polymorphic several target types', 'polymorphic'],
  ['event stream browsers', 'sse, websocket'],
  ['migration moving', 'migrate'],
  ['uuids declare', 'uuid'],
  ['documents writing', 'serialize'],
  ['dates declare', 'date'],
  ['declare', 'null'],
  ['names', 'camelcase'],
  ['names camelcase', 'snake_case'],
  ['aggregates totals', 'count'],
  ['include', 'includes'],
  ['fields include', 'sparse fieldsets'],
  ['benchmarks speed', 'performance'],
  ['validate conformance test', 'test my server'],
  ['errors', 'error format'],
  ['compiler typescript', 'typescript error'],
  ['imports upserts', 'import, csv'],
  ['transaction atomic operations', 'transactions'],
  ['frameworks', 'fastify, koa, hono'],
  ['bun frameworks', 'bun'],
  ['deno frameworks', 'deno'],
  ['traces opentelemetry', 'opentelemetry, metrics, prometheus'],
  ['postgresql sql', 'postgres'],
  ['mysql mariadb sql', 'mysql'],
  ['mongodb documents sources', 'mongo'],
  ['orm sources', 'typeorm, sequelize'],
  ['data sources batched', 'n+1'],
  ['conditions conditional caching', 'if-match'],
  ['conditions conditional caching', 'etag'],
  ['if-match conditions version', 'optimistic locking, locking'],
  ['caching cache-control etag', 'cache'],
  ['rate limits 429', 'rate limit'],
  ['overload 429', 'throttle'],
  ['webhooks', 'webhook'],
  ['logs running', 'logging'],
  ['traces tracing opentelemetry', 'monitoring'],
  ['atomic operations', 'bulk, batch'],
  ['atomic transaction operations', 'transaction'],
  ['idempotency keys', 'retry'],
  ['soft delete', 'soft delete'],
  ['faq', 'graphql'],
  ['client openapi types', 'codegen'],
  ['client', 'sdk'],
  ['client tanstack query', 'react'],
  ['schema validate zod', 'validation'],
  ['stores idempotency keys', 'redis'],
  ['proxies deployment', 'ssl, tls, https, proxy'],
  ['deployment production', 'health check'],
  ['testing test transaction', 'testing, tests, unit test, test your api, test my api'],
  ['moving migration', 'migration'],
  ['sql join table relationships', 'many to many with attributes, many to many, many-to-many, join table'],
  ['schema relationships', 'one to many, relationship'],
  ['schema attributes default', 'default value'],
  ['schema required', 'required field'],
  ['schema attributes zod', 'enum'],
  ['attributes server createdat', 'timestamps'],
  ['attributes server set', 'createdat'],
  ['ids columns sql', 'primary key'],
  ['ids columns several', 'composite key, composite keys'],
  ['totals', 'total'],
  ['included relationships', 'limit of included, limit included'],
  ['urls links http', 'nested routes, nested route, nested urls'],
  ['money decimals', 'money, decimal, decimals, currency, numeric'],
  ['row level policies', 'row level security, row-level security, rls'],
  ['supabase policies row level', 'supabase'],
  ['views schemas dates', 'view, views'],
  ['renaming removing field', 'rename field, rename a field, deprecated field, deprecate, deprecation, sunset'],
  ['renaming second version', 'versioning, api version, api versioning, second version'],
  ['without connection editing', 'offline'],
  ['groups aggregates', 'group by'],
  ['filters operators', 'filter by, related field'],
  ['frameworks examples', 'on lambda'],
  ['403 why forbidden', 'why 403, 403, forbidden'],
  ['sort', 'sorting'],
  ['sqlite kysely sql', 'sqlite'],
  ['libsql edge', 'turso'],
  ['languages localize', 'i18n, localization, translation'],
  ['audit log', 'audit, audit trail, history'],
  ['actions', 'rpc'],
  ['logs troubleshooting', 'debug'],
  ['memory records', 'seed'],
];
const synonyms = meanings.flatMap(([ours, theirs]) =>
  theirs.split(', ').map((word) => [word, ours.split(' ')] as const),
);

/** Words that say nothing about what is searched. */
const fillers: ReadonlySet<string> = new Set([
  ...['a', 'an', 'the', 'how', 'do', 'i', 'to', 'can', 'my', 'with', 'of', 'in', 'is', 'for', 'and', 'use', 'using'],
]);

/** Returns the words for which the search looks: those of the query without fillers, and words that mean the same. */
export function searchWords(query: string): readonly string[] {
  const text = query.toLowerCase().trim();
  const words = text.split(/[\s,;:!?()[\]{}"'`/]+/).filter((word) => word !== '');
  const found = synonyms.filter(([key]) => (key.includes(' ') ? text.includes(key) : words.includes(key)));
  // The words of a phrase alone mean something else: "error" in "TypeScript error".
  const replaced = new Set(found.flatMap(([key]) => (key.includes(' ') ? key.split(' ') : [])));
  const meant = words.filter((word) => !fillers.has(word) && !replaced.has(word));
  const others = found.flatMap(([, meaning]) => meaning);
  const wanted = meant.length + others.length === 0 ? words : [...meant, ...others];
  // The index has the parts of names such as `NOT_FOUND` as words of their own.
  return [...new Set(wanted.flatMap((word) => word.split(/[\p{Z}\p{P}]+/u)))].filter((word) => word !== '');
}

/** How much more a page counts that has the name of a word: `guide/limits.html` for "limits". */
const OWN_PAGE = 4;

/** How much more the beginning of a page counts than its other sections. */
const BEGINNING = 1.5;

/** Returns how much a section counts for a word: its own page first, and guides before pages of reference, which contain every word. */
export function sectionWeight(id: string, word: string, stored?: { readonly titles?: unknown }): number {
  const [path = ''] = id.split('#', 1);
  const page = path.slice(path.lastIndexOf('/') + 1).replace('.html', '');
  const isBeginning = Array.isArray(stored?.titles) && stored.titles.length === 0;
  return kindWeight(id) * (page.split('-').includes(word.toLowerCase()) ? OWN_PAGE : 1) * (isBeginning ? BEGINNING : 1);
}

function kindWeight(id: string): number {
  if (/-reference\.html/.test(id)) return 1;
  if (/\/(?:guide|recipes|getting-started|concepts)\/|\/faq\.html/.test(id)) return 2;
  // For contributors.
  if (id.includes('/decisions/')) return 0.1;
  if (/\/reference\/|\/(?:contents|coverage|architecture|CONTRIBUTING|reliability)\.html/.test(id)) return 0.4;
  return /\/packages\//.test(id) ? 0.6 : 1;
}

/** The options of MiniSearch. They contain functions, which the build cannot write to a page without a violation of its policy. */
export const searchOptions = {
  tokenize: (query: string): string[] => [...searchWords(query)],
  boostDocument: sectionWeight,
  fuzzy: (word: string): number | false => (word.length > 4 ? 0.2 : false),
  prefix: true,
  boost: { title: 6, text: 1, titles: 2 },
} as const;
