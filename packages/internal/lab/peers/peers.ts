import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Samples } from '../../../tools/conformance/src/index.ts';

/** A server of others, running. */
export interface RunningPeer {
  readonly url: string;
  readonly stop: () => void;
}

/** A server of others: what to install, how to start it, and its samples. */
export interface Peer {
  readonly name: string;
  readonly packages: readonly string[];
  readonly start: (folder: string) => Promise<RunningPeer>;
  readonly samples: Samples;
}

// biome-ignore lint/suspicious/noExplicitAny: these packages have no types.
type Any = any;

const article = {
  create: { attributes: { title: 'New {unique}', views: 3 } },
  update: { attributes: { title: 'Changed' } },
  include: ['author'],
  sort: ['title', 'views'],
  relationships: { author: { to: 'one', types: ['people'] } },
} as const;
const person = {
  create: { attributes: { name: 'Ada' } },
  update: { attributes: { name: 'Eve' } },
  sort: ['name'],
} as const;

async function startJsonApiServer(folder: string): Promise<RunningPeer> {
  const jsonApi: Any = createRequire(join(folder, 'package.json'))('jsonapi-server');
  const port = 16_006;
  jsonApi.setConfig({ base: 'api', port, protocol: 'http', hostname: 'localhost', meta: {} });
  const ids = [
    '1d2b1b5c-7a4e-4d6b-9b0a-000000000001',
    '1d2b1b5c-7a4e-4d6b-9b0a-000000000002',
    '1d2b1b5c-7a4e-4d6b-9b0a-000000000003',
  ];
  const { Joi } = jsonApi;
  jsonApi.define({
    resource: 'people',
    handlers: new jsonApi.MemoryHandler(),
    attributes: { name: Joi.string() },
    examples: ids.map((id, index) => ({ id, type: 'people', name: ['Gebhardt', 'Katz', 'Klabnik'][index] })),
  });
  jsonApi.define({
    resource: 'articles',
    handlers: new jsonApi.MemoryHandler(),
    attributes: { title: Joi.string().required(), views: Joi.number(), author: Joi.one('people') },
    examples: ids.map((id, index) => ({
      id,
      type: 'articles',
      title: ['Bikes', 'Apes', 'Cars'][index],
      views: [30, 10, 10][index],
      author: { id: ids[index], type: 'people' },
    })),
  });
  jsonApi.start();
  await new Promise((resolve) => setTimeout(resolve, 500));
  return { url: `http://localhost:${port}/api`, stop: () => jsonApi.close() };
}

async function startFortune(folder: string): Promise<RunningPeer> {
  const require = createRequire(join(folder, 'package.json'));
  const [fortune, fortuneHttp, serializer]: readonly Any[] = ['fortune', 'fortune-http', 'fortune-json-api'].map((it) =>
    require(it),
  );
  const store = fortune({
    article: { title: String, views: Number, author: 'person' },
    person: { name: String },
  });
  await store.connect();
  await store.create(
    'person',
    ['Gebhardt', 'Katz', 'Klabnik'].map((name, index) => ({ id: String(index + 1), name })),
  );
  const articles = ['Bikes', 'Apes', 'Cars'].map((title, index) => ({
    id: String(index + 1),
    title,
    views: [30, 10, 10][index],
    author: String(index + 1),
  }));
  await store.create('article', articles);
  const listener = fortuneHttp(store, { serializers: [[serializer, {}]] });
  const host = createServer((request, response) => listener(request, response).catch(() => undefined));
  await new Promise<void>((resolve) => host.listen(0, resolve));
  return { url: `http://localhost:${(host.address() as AddressInfo).port}`, stop: () => host.close() };
}

/** Two servers from the npm registry, each with the store in memory that it comes with. */
export const peers: readonly Peer[] = [
  {
    name: 'jsonapi-server',
    packages: ['jsonapi-server@4.2.0'],
    start: startJsonApiServer,
    samples: {
      types: { articles: { ...article, clientIds: true }, people: { ...person, clientIds: true } },
      pageSize: 'page[limit]',
    },
  },
  {
    name: 'fortune',
    packages: ['fortune@5.5.19', 'fortune-http@1.2.28', 'fortune-json-api@2.3.1'],
    start: startFortune,
    samples: {
      types: { articles: { ...article, clientIds: 'c{unique}' }, people: { ...person, clientIds: 'c{unique}' } },
      pageSize: 'page[limit]',
    },
  },
];
