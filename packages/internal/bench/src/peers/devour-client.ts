import { articleAttributes, commentAttributes, personAttributes } from '../workloads/data.ts';
import { inputOf, type Workload } from '../workloads/workload.ts';
import { type Peer, type PreparedReader, type PreparedSerializer, requirePeer } from './peer.ts';

const blank = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '']));

function createClient() {
  const library = requirePeer('devour-client');
  const JsonApi = library.default ?? library;
  return new JsonApi({ apiUrl: 'http://localhost', disableErrorsForMissingResourceDefinitions: true });
}

function serializer(workload: Workload): PreparedSerializer | undefined {
  if (workload.kind === 'compound' || workload.withLinks) return undefined;
  const client = createClient();
  client.define('article', blank(articleAttributes));
  const serialize = requirePeer('devour-client/lib/middleware/json-api/_serialize');
  const input = inputOf(workload);
  return {
    remark: 'request bodies only',
    run: () => JSON.stringify({ data: serialize.collection.call(client, 'article', input) }),
  };
}

function reader(): PreparedReader {
  const client = createClient();
  const author = { jsonApi: 'hasOne', type: 'people' };
  const comments = { jsonApi: 'hasMany', type: 'comments' };
  client.define('person', blank(personAttributes), { type: 'people' });
  client.define('comment', { ...blank(commentAttributes), author });
  client.define('article', { ...blank(articleAttributes), author, comments });
  const deserialize = requirePeer('devour-client/lib/middleware/json-api/_deserialize');
  return {
    run(text) {
      const { data, included } = JSON.parse(text);
      const result = deserialize.collection.call(client, data, included, true);
      deserialize.cache?.clear?.();
      return result;
    },
  };
}

export const devourClient: Peer = { name: 'devour-client', serializer, reader };
