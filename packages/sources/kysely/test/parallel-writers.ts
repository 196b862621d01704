import { type AccessRules, createServer } from '@linkage/server';
import { pick, type Random } from '../../../server/test/access-world.ts';
import { api, type WritersPlace } from './writers-world.ts';

type Rules = AccessRules<typeof api, 'writer' | 'editor'>;

/** How the rules keep published articles and closed comments as they are. */
export const manners = ['rules of writes', 'read rules'] as const;

interface Request {
  readonly method: string;
  readonly url: string;
  readonly data: unknown;
  /** Editors publish and close, and see everything. */
  readonly user: 'writer' | 'editor';
}

/** A document of a resource that nothing may change any more. */
interface Final {
  readonly url: string;
  readonly state: string;
}

const isOpen = (_: unknown, { record }: { readonly record?: object | undefined }): boolean =>
  record === undefined || ['draft', 'open'].includes(String((record as { readonly status?: string }).status));
const rulesOfWrites = { update: isOpen, delete: isOpen, updateRelationship: isOpen };
const readRule = (status: string) => ({
  read: (user: 'writer' | 'editor') => user === 'editor' || [{ field: 'status', values: [status] }],
});

/** The rules that keep what is published or closed. An editor follows the rules of writes, too. */
export function rulesOf(manner: (typeof manners)[number]): Rules {
  if (manner === 'rules of writes') return { articles: rulesOfWrites, comments: rulesOfWrites } as Rules;
  const read = { articles: readRule('draft'), comments: readRule('open') };
  // An editor sees everything, so only these rules stop one.
  const publish = { update: isOpen };
  return { articles: { ...read.articles, ...publish }, comments: { ...read.comments, ...publish } } as unknown as Rules;
}

const ids = ['1', '2', '3'] as const;
const identifier = (type: string, id: string) => ({ type, id });

/** A random write of the world. */
export function requestOf(random: Random, index: number): Request {
  const id = pick(random, ids);
  const members = (type: string) => ids.filter(() => random() < 0.4).map((it) => identifier(type, it));
  const one = (type: string) => (random() < 0.25 ? null : identifier(type, pick(random, ids)));
  const resource = (type: string, attributes: object, relationships: object = {}) => ({
    ...identifier(type, id),
    attributes,
    relationships,
  });
  const many = pick(random, ['PATCH', 'POST', 'DELETE'] as const);
  const title = `title ${index}`;
  const kinds: readonly (() => Omit<Request, 'user'> & { readonly user?: 'editor' })[] = [
    () => ({
      method: 'PATCH',
      url: `/articles/${id}`,
      data: resource('articles', { title, status: 'published' }),
      user: 'editor',
    }),
    () => ({
      method: 'PATCH',
      url: `/comments/${id}`,
      data: resource('comments', { status: 'closed' }),
      user: 'editor',
    }),
    () => ({ method: 'PATCH', url: `/articles/${id}`, data: resource('articles', { title }) }),
    () => ({
      method: 'PATCH',
      url: `/articles/${id}`,
      data: resource('articles', { title }, { author: { data: one('people') } }),
    }),
    () => ({ method: 'PATCH', url: `/articles/${id}/relationships/author`, data: one('people') }),
    () => ({ method: many, url: `/people/${id}/relationships/articles`, data: members('articles') }),
    () => ({ method: many, url: `/articles/${id}/relationships/tags`, data: members('tags') }),
    () => ({ method: many, url: `/tags/${id}/relationships/articles`, data: members('articles') }),
    () => ({ method: many, url: `/articles/${id}/relationships/comments`, data: members('comments') }),
    () => ({ method: 'PATCH', url: `/comments/${id}/relationships/article`, data: one('articles') }),
    () => ({ method: 'DELETE', url: `/people/${id}`, data: undefined }),
    () => ({ method: 'DELETE', url: `/articles/${id}`, data: undefined }),
    () => ({ method: 'DELETE', url: `/comments/${id}`, data: undefined }),
    () => ({ method: 'DELETE', url: '/teams/1', data: undefined }),
  ];
  return { user: 'writer', ...pick(random, kinds)() };
}

/**
 * What a document shows of an article or a comment: its attributes, and its linkage in any order. A `read` rule does not
 * decide about the rows of a join table, and the resources that new rows reference are not locked.
 */
function stateOf(text: string | undefined, manner: (typeof manners)[number]): string {
  if (text === undefined) return 'nothing';
  const { data } = JSON.parse(text);
  if (data === undefined) return 'nothing';
  const relationships = Object.entries(data.relationships as Record<string, { readonly data?: unknown }>);
  const linkage = relationships
    .filter(([name]) => manner === 'rules of writes' || name !== 'tags')
    .map(([name, { data: found }]) => [
      name,
      [found]
        .flat()
        .map((it) => (it as { id: string } | null)?.id)
        .sort(),
    ]);
  return JSON.stringify([data.attributes, linkage]);
}

const include: Readonly<Record<string, string>> = { articles: 'author,tags', comments: 'article' };

/**
 * Sends random writes at the same time. Returns how many had each status, and the resources that a writer has changed after
 * they were published or closed.
 */
export async function writeInParallel(
  place: WritersPlace,
  random: Random,
  { manner, writers }: { readonly manner: (typeof manners)[number]; readonly writers: number },
  sources: WritersPlace['sources'] = place.sources,
) {
  const failures: unknown[] = [];
  const options = {
    context: ({ headers }: { readonly headers: Readonly<Record<string, string>> }) => headers['user'],
    access: rulesOf(manner),
    defaultAccess: 'allow',
    onError: (error: unknown) => void failures.push(error),
  };
  const server = createServer(api, sources as never, options as never);
  const finals: Final[] = [];
  const send = async ({ method, url, data, user }: Request) => {
    const body = data === undefined ? undefined : JSON.stringify({ data });
    const headers = { user, ...(body === undefined ? {} : { 'content-type': 'application/vnd.api+json' }) };
    const query = user === 'editor' ? `?include=${include[url.split('/')[1] ?? '']}` : '';
    const response = await server.handle({ method, url: `${url}${query}`, headers, body });
    if (method !== 'GET' && user === 'editor' && response.status === 200)
      finals.push({ url, state: stateOf(response.body, manner) });
    return response;
  };
  const requests = Array.from({ length: writers }, (_, index) => requestOf(random, index));
  const statuses = (await Promise.all(requests.map(send))).map(({ status }) => status);
  const changed: string[] = [];
  for (const { url, state } of finals) {
    const now = stateOf((await send({ method: 'GET', url, data: undefined, user: 'editor' })).body, manner);
    if (now !== state) changed.push(`${url}: ${state} became ${now}`);
  }
  return { statuses, changed, failures, finals: finals.length };
}
