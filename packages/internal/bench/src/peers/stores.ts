import { requirePeer } from './load.ts';
import type { Peer } from './peer.ts';

export const jsonapiDatastore: Peer = {
  name: 'jsonapi-datastore',
  reader() {
    const { JsonApiDataStore } = requirePeer('jsonapi-datastore');
    return { run: (text) => new JsonApiDataStore().sync(JSON.parse(text)) };
  },
};

export const jsonApiModels: Peer = {
  name: 'json-api-models',
  reader() {
    const { Store } = requirePeer('json-api-models');
    return { run: (text) => new Store().sync(JSON.parse(text)) };
  },
};
