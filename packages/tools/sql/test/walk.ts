import type { DescribingServer } from '@linkage/server';
import type { DraftModel } from '../src/model/model.ts';

interface Resource {
  readonly type: string;
  readonly id: string;
}

/** Requests every endpoint of an API that has resources, and returns the responses by their URLs. */
export async function walk(server: DescribingServer, { types }: DraftModel): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  async function get(path: string): Promise<readonly Resource[]> {
    const headers = { accept: 'application/vnd.api+json' };
    const { status, body } = await server.handle({ method: 'GET', url: path, headers });
    const text = String(body);
    found.set(path, `${status} ${text}`);
    if (status !== 200) return [];
    const { data } = JSON.parse(text) as { data: readonly Resource[] | Resource | null };
    return data === null ? [] : 'id' in data ? [data] : data;
  }
  for (const { name, attributes, relationships } of types) {
    const collection = `/${encodeURIComponent(name)}`;
    const resources = await get(collection);
    for (const { name: relationship } of relationships)
      await get(`${collection}?include=${encodeURIComponent(relationship)}`);
    for (const { name: attribute, sort } of attributes)
      if (sort) await get(`${collection}?sort=-${encodeURIComponent(attribute)}`);
    for (const { name: relationship, filter, target } of relationships)
      for (const end of types.find((it) => filter && it.name === target)?.attributes ?? [])
        if (end.nullable && (end.filter === true || (end.filter || []).includes('eq')))
          await get(`${collection}?filter[${encodeURIComponent(`${relationship}.${end.name}`)}]=null`);
    for (const { id } of resources) {
      const own = `${collection}/${encodeURIComponent(id)}`;
      await get(own);
      for (const { name: relationship } of relationships) {
        await get(`${own}/${encodeURIComponent(relationship)}`);
        await get(`${own}/relationships/${encodeURIComponent(relationship)}`);
      }
    }
  }
  return found;
}
