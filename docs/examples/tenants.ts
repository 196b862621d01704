import { attribute, defineApi } from '@linkage/core';
import { createMemorySources, createServer, type DataSource, extendSource, unauthorized } from '@linkage/server';
import { z } from 'zod';

const api = defineApi({
  articles: { attributes: { title: z.string(), tenant: attribute(z.string().default(''), { write: false }) } },
});
const sources = createMemorySources(api, {
  articles: [
    { id: '1', title: 'Of the first', tenant: 'first' },
    { id: '2', title: 'Of the second', tenant: 'second' },
  ],
});

// #region shared
interface Context {
  readonly tenant: string;
}
type Articles = Required<Pick<DataSource<typeof api, 'articles', Context>, 'create'>>;

/** Stores the tenant of the caller with each new article. Clients cannot send it, because it has `write: false`. */
const ofTenant = (source: Articles) =>
  extendSource(source, {
    create: (input, call) =>
      source.create(
        { ...input, attributes: { ...input.attributes, tenant: call.context.tenant } } as typeof input,
        call,
      ),
  });

/** In production, read the tenant from the verified token. */
function tenantOf(tenant: unknown): string {
  if (typeof tenant !== 'string') throw unauthorized('Bearer');
  return tenant;
}

export const server = createServer<typeof api, Context>(
  api,
  { articles: ofTenant(sources.articles as Articles) },
  {
    context: ({ headers }) => ({ tenant: tenantOf(headers['x-tenant']) }),
    access: {
      articles: {
        read: ({ tenant }) => [{ field: 'tenant', values: [tenant] }],
        fields: () => ['title'],
        create: () => true,
        update: () => true,
        delete: () => true,
      },
    },
  },
);
// #endregion
