import { isObject } from '../json.ts';
import type { Answer } from '../target/exchange.ts';
import { resolveLink } from './urls.ts';
import type { World } from './world.ts';

/** Notes what a request created or deleted, so that the kit can clean up. */
export function noteCreated(world: World, answer: Answer): void {
  const { method, url } = answer.request;
  const isSuccess = answer.status >= 200 && answer.status < 300;
  if (!isSuccess) return;
  if (method === 'DELETE') world.created.delete(url);
  if (method !== 'POST' || answer.request.headers['x-http-method-override'] !== undefined) return;
  const path = url.split('?', 1)[0];
  const type = world.types.find(({ collection }) => collection === path);
  if (type !== undefined) noteResource(world, type.collection, answer);
  const results = answer.document?.['atomic:results'];
  if (Array.isArray(results)) {
    for (const result of results) {
      const of = world.types.find(({ name }) => name === result?.data?.type);
      if (of !== undefined && result.data.id !== undefined) {
        world.created.add(
          resolveLink(result.data.links?.self, url) ?? `${of.collection}/${encodeURIComponent(result.data.id)}`,
        );
      }
    }
  }
}

function noteResource(world: World, collection: string, answer: Answer): void {
  const location = resolveLink(answer.headers['location'], answer.request.url);
  const { data } = isObject(answer.document) ? answer.document : {};
  const url =
    location ??
    resolveLink(data?.links?.self, answer.request.url) ??
    (data?.id === undefined ? undefined : `${collection}/${encodeURIComponent(data.id)}`);
  if (url !== undefined) return void world.created.add(url);
  // Created with the id of the client, and nothing to tell about it.
  const sent = sentId(answer.request.body);
  if (sent !== undefined) world.created.add(`${collection}/${encodeURIComponent(sent)}`);
}

function sentId(body: string | undefined): string | undefined {
  try {
    const id = JSON.parse(body ?? '')?.data?.id;
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}
