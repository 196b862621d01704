import { articleAttributes, commentAttributes, personAttributes } from '../workloads/data.ts';
import { baseUrl, inputOf, type Workload } from '../workloads/workload.ts';
import { type Peer, type PreparedSerializer, requirePeer } from './peer.ts';

const project = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 1]));

function serializer(workload: Workload): PreparedSerializer {
  const { Linker, Relator, Serializer } = requirePeer('ts-japi');
  const person = new Serializer('people', { projection: project(personAttributes) });
  const comment = new Serializer('comments', {
    projection: project(commentAttributes),
    relators: { author: new Relator((record: { author: object }) => record.author, person, { relatedName: 'author' }) },
  });
  const compound = {
    include: ['author', 'comments', 'comments.author'],
    relators: {
      author: new Relator((record: { author: object }) => record.author, person, { relatedName: 'author' }),
      comments: new Relator((record: { comments: object[] }) => record.comments, comment, { relatedName: 'comments' }),
    },
  };
  const links = {
    linkers: { resource: new Linker((record: { id: string }) => `${baseUrl}/articles/${record.id}`) },
  };
  const article = new Serializer('articles', {
    projection: project(articleAttributes),
    ...(workload.kind === 'compound' ? compound : { include: 0 }),
    ...(workload.kind === 'flat' && workload.withLinks ? links : {}),
  });
  const input = inputOf(workload);
  return { isAsync: true, run: async () => JSON.stringify(await article.serialize(input)) };
}

export const tsJapi: Peer = { name: 'ts-japi', serializer };
