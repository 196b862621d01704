import { articleAttributes, commentAttributes, personAttributes } from '../workloads/data.ts';
import { inputOf, type Workload } from '../workloads/workload.ts';
import { type Peer, type PreparedSerializer, requirePeer } from './peer.ts';

type Fields = Record<string, unknown>;

/** A transformer is an instance of a class that extends the library's own. */
function createTransformer(type: string, names: readonly string[], relationships: object): object {
  const { Transformer } = requirePeer('jsonapi-fractal');
  return Object.assign(new Transformer(), {
    type,
    relationships,
    transform(record: Fields) {
      const fields: Fields = { id: record['id'] };
      for (const name of names) fields[name] = record[name];
      return fields;
    },
  });
}

function serializer(workload: Workload): PreparedSerializer | undefined {
  if (workload.kind === 'flat' && workload.withLinks) return undefined;
  const { transform } = requirePeer('jsonapi-fractal');
  const related = (name: string, transformer: object) => (record: Fields) =>
    transform().withInput(record[name]).withTransformer(transformer).withIncluded(true).toContext();
  const person = createTransformer('people', personAttributes, {});
  const comment = createTransformer('comments', commentAttributes, { author: related('author', person) });
  const relationships = { author: related('author', person), comments: related('comments', comment) };
  const article = createTransformer('articles', articleAttributes, workload.kind === 'compound' ? relationships : {});
  const input = inputOf(workload);
  return {
    run: () => JSON.stringify(transform().withInput(input).withTransformer(article).withOptions({}).serialize()),
  };
}

export const jsonapiFractal: Peer = {
  name: 'jsonapi-fractal',
  serializer,
  reader() {
    const { deserialize } = requirePeer('jsonapi-fractal');
    return { run: (text) => deserialize(JSON.parse(text)) };
  },
};
