import { articleAttributes, commentAttributes, personAttributes } from '../workloads/data.ts';
import { baseUrl, inputOf } from '../workloads/workload.ts';
import { type Peer, requirePeer } from './peer.ts';

const common = {
  keyForAttribute: (name: string) => name,
  pluralizeType: false,
  typeForAttribute: (name: string) => (name === 'author' ? 'people' : name),
};
const author = { ref: 'id', attributes: personAttributes };
const comments = { ref: 'id', attributes: [...commentAttributes, 'author'], author };
const compound = { ...common, attributes: [...articleAttributes, 'author', 'comments'], author, comments };
const flat = { ...common, attributes: articleAttributes };
const linked = {
  ...flat,
  dataLinks: { self: (_: unknown, record: { id: string }) => `${baseUrl}/articles/${record.id}` },
};

export const jsonapiSerializer: Peer = {
  name: 'jsonapi-serializer',
  serializer(workload) {
    const { Serializer } = requirePeer('jsonapi-serializer');
    const options = workload.kind === 'compound' ? compound : workload.withLinks ? linked : flat;
    const serializer = new Serializer('articles', options);
    const input = inputOf(workload);
    return { run: () => JSON.stringify(serializer.serialize(input)) };
  },
  reader() {
    const { Deserializer } = requirePeer('jsonapi-serializer');
    const deserializer = new Deserializer({ keyForAttribute: (name: string) => name });
    return { isAsync: true, run: (text) => deserializer.deserialize(JSON.parse(text)) };
  },
};
