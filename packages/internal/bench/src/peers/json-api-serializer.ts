import { baseUrl, inputOf, type Workload } from '../workloads/workload.ts';
import { type Peer, requirePeer } from './peer.ts';

const selfLink = { links: (record: { id: string }) => ({ self: `${baseUrl}/articles/${record.id}` }) };

function register(kind: Workload['kind'], withLinks: boolean) {
  const JsonApiSerializer = requirePeer('json-api-serializer');
  const serializer = new JsonApiSerializer();
  serializer.register('people', {});
  serializer.register('comments', { relationships: { author: { type: 'people' } } });
  const relationships = { author: { type: 'people' }, comments: { type: 'comments' } };
  serializer.register('articles', {
    ...(kind === 'compound' ? { relationships } : {}),
    ...(withLinks ? selfLink : {}),
  });
  return serializer;
}

export const jsonApiSerializer: Peer = {
  name: 'json-api-serializer',
  serializer(workload) {
    const serializer = register(workload.kind, workload.kind === 'flat' && workload.withLinks);
    const input = inputOf(workload);
    return { run: () => JSON.stringify(serializer.serialize('articles', input)) };
  },
  reader() {
    const serializer = register('compound', false);
    return { run: (text) => serializer.deserialize('articles', JSON.parse(text)) };
  },
};
