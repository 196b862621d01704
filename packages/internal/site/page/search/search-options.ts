/** The options of the search: it also finds words that people type and that the pages do not have. */

/** Words of a query, and the words of the pages that mean the same. A key of several words is a phrase, which they replace. */
const synonyms: ReadonlyMap<string, readonly string[]> = new Map([
  ['jwt', ['authentication', 'token', 'authenticate']],
  ['oauth', ['authentication', 'token']],
  ['login', ['authentication', 'authenticate', 'context']],
  ['auth', ['authentication', 'access']],
  ['bearer', ['authentication', 'token']],
  ['session', ['authentication', 'cookie']],
  ['permission', ['access', 'control']],
  ['permissions', ['access', 'control']],
  ['authorization', ['access', 'control']],
  ['role', ['access', 'control']],
  ['roles', ['access', 'control']],
  ['acl', ['access', 'control']],
  ['rbac', ['access', 'control']],
  ['nextjs', ['next', 'examples']],
  ['next.js', ['next', 'examples']],
  ['sveltekit', ['framework', 'fetch']],
  ['remix', ['framework', 'fetch']],
  ['nuxt', ['framework', 'fetch', 'h3']],
  ['cloudflare', ['workerd', 'frameworks', 'fetch']],
  ['lambda', ['framework', 'fetch', 'deployment']],
  ['vercel', ['frameworks', 'fetch', 'deployment']],
  ['docker', ['deployment']],
  ['hide a field', ['fields', 'hidden', 'hide']],
  ['hide field', ['fields', 'hidden', 'hide']],
  ['private field', ['fields', 'hidden', 'hide']],
  ['hidden', ['access', 'fields']],
  ['tenant', ['multi-tenancy', 'tenancy']],
  ['tenants', ['multi-tenancy', 'tenancy']],
  ['multitenant', ['multi-tenancy', 'tenancy']],
  ['upload', ['files', 'upload', 'body']],
  ['uploads', ['files', 'upload', 'body']],
  ['file', ['files', 'upload']],
  ['cursor', ['cursor', 'pagination']],
  ['infinite scroll', ['cursor', 'pagination', 'next']],
  ['keyset', ['cursor', 'pagination']],
  ['offset', ['pagination']],
  ['paging', ['pagination']],
  ['paginate', ['pagination']],
  ['swagger', ['openapi']],
  ['zod', ['zod', 'schema']],
  ['polymorphic', ['polymorphic', 'several', 'target', 'types']],
  ['sse', ['event', 'stream', 'browsers']],
  ['migrate', ['migration', 'moving']],
  ['uuid', ['uuids', 'declare']],
  ['serialize', ['documents', 'writing']],
  ['date', ['dates', 'declare']],
  ['null', ['declare']],
  ['camelcase', ['names']],
  ['snake_case', ['names', 'camelcase']],
  ['count', ['aggregates', 'totals']],
  ['includes', ['include']],
  ['sparse fieldsets', ['fields', 'include']],
  ['performance', ['benchmarks', 'speed']],
  ['test my server', ['validate', 'conformance', 'test']],
  ['error format', ['errors']],
  ['typescript error', ['compiler', 'typescript']],
  ['import', ['imports']],
  ['transactions', ['transaction', 'atomic', 'operations']],
  ['fastify', ['frameworks']],
  ['koa', ['frameworks']],
  ['hono', ['frameworks']],
  ['bun', ['bun', 'frameworks']],
  ['deno', ['deno', 'frameworks']],
  ['opentelemetry', ['traces', 'opentelemetry']],
  ['postgres', ['postgresql', 'sql']],
  ['mysql', ['mysql', 'mariadb', 'sql']],
  ['mongo', ['mongodb', 'documents', 'sources']],
  ['typeorm', ['orm', 'sources']],
  ['sequelize', ['orm', 'sources']],
  ['n+1', ['includes', 'related', 'batched']],
  ['if-match', ['conditions', 'etag', 'http']],
  ['etag', ['etag', 'if-match', 'conditions']],
  ['optimistic locking', ['if-match', 'conditions', 'version']],
  ['locking', ['if-match', 'conditions', 'version']],
  ['cache', ['caching', 'cache-control', 'etag']],
  ['rate limit', ['rate', 'limits', '429']],
  ['throttle', ['overload', '429']],
  ['webhook', ['webhooks']],
  ['websocket', ['event', 'stream', 'browsers']],
  ['logging', ['logs', 'running']],
  ['monitoring', ['traces', 'tracing', 'opentelemetry']],
  ['bulk', ['atomic', 'operations']],
  ['batch', ['atomic', 'operations']],
  ['transaction', ['atomic', 'transaction', 'operations']],
  ['retry', ['idempotency', 'keys']],
  ['soft delete', ['soft', 'delete']],
  ['graphql', ['faq']],
  ['codegen', ['client', 'openapi', 'types']],
  ['sdk', ['client']],
  ['react', ['client', 'tanstack', 'query']],
  ['validation', ['schema', 'validate', 'zod']],
  ['redis', ['stores', 'idempotency', 'keys']],
  ['ssl', ['proxies', 'deployment']],
  ['tls', ['proxies', 'deployment']],
  ['https', ['proxies', 'deployment']],
  ['proxy', ['proxies', 'deployment']],
  ['health check', ['deployment', 'production']],
  ['testing', ['validator', 'test', 'vitest']],
  ['tests', ['validator', 'test', 'vitest']],
  ['unit test', ['validator', 'test', 'vitest']],
  ['migration', ['moving', 'migration']],
  ['many to many', ['sql', 'join', 'table', 'relationships']],
  ['many-to-many', ['sql', 'join', 'table', 'relationships']],
  ['join table', ['sql', 'join', 'table', 'relationships']],
  ['one to many', ['schema', 'relationships']],
  ['relationship', ['schema', 'relationships']],
  ['default value', ['schema', 'attributes', 'default']],
  ['required field', ['schema', 'required']],
  ['enum', ['schema', 'attributes', 'zod']],
  ['timestamps', ['attributes', 'server', 'createdat']],
  ['createdat', ['attributes', 'server', 'set']],
  ['primary key', ['ids', 'columns', 'sql']],
  ['composite key', ['ids', 'columns', 'several', 'sql']],
  ['sorting', ['sort']],
  ['sqlite', ['sqlite', 'kysely', 'sql']],
  ['turso', ['libsql', 'edge']],
  ['supabase', ['postgresql', 'poolers']],
  ['metrics', ['traces', 'opentelemetry']],
  ['prometheus', ['traces', 'opentelemetry']],
  ['openid', ['authentication', 'token']],
  ['oidc', ['authentication', 'token']],
  ['api key', ['authentication', 'token']],
  ['i18n', ['languages', 'localize']],
  ['localization', ['languages', 'localize']],
  ['translation', ['languages', 'localize']],
  ['audit', ['events']],
  ['rpc', ['actions']],
  ['debug', ['logs', 'troubleshooting']],
  ['seed', ['memory', 'records']],
]);

/** Words that say nothing about what is searched. */
const fillers: ReadonlySet<string> = new Set([
  ...['a', 'an', 'the', 'how', 'do', 'i', 'to', 'can', 'my', 'with', 'of', 'in', 'is', 'for', 'and', 'use', 'using'],
]);

/** Returns the words for which the search looks: those of the query without fillers, and words that mean the same. */
export function searchWords(query: string): readonly string[] {
  const text = query.toLowerCase().trim();
  const words = text.split(/[\s,;:!?()[\]{}"'`/]+/).filter((word) => word !== '');
  const found = [...synonyms].filter(([key]) => (key.includes(' ') ? text.includes(key) : words.includes(key)));
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
