import { inputOf, type Workload } from '../workloads/workload.ts';
import { type Peer, type PreparedSerializer, requirePeer } from './peer.ts';

interface Model {
  readonly type: string;
  readonly relationships: Readonly<Record<string, Model>>;
}

const person: Model = { type: 'people', relationships: {} };
const comment: Model = { type: 'comments', relationships: { author: person } };
const article: Model = { type: 'articles', relationships: { author: person, comments: comment } };
const flatArticle: Model = { type: 'articles', relationships: {} };

/** The records with the members jsona asks for; one record stays one object. */
function createConverter(): (record: object, model: Model) => object {
  const converted = new Map<object, Record<string, unknown>>();
  return function convert(record, { type, relationships }) {
    const existing = converted.get(record);
    if (existing !== undefined) return existing;
    const names = Object.keys(relationships);
    const copy: Record<string, unknown> = { ...record, type };
    converted.set(record, copy);
    if (names.length > 0) copy['relationshipNames'] = names;
    for (const [name, model] of Object.entries(relationships)) {
      const related = copy[name] as object | readonly object[];
      copy[name] = Array.isArray(related) ? related.map((each) => convert(each, model)) : convert(related, model);
    }
    return copy;
  };
}

function serializer(workload: Workload): PreparedSerializer | undefined {
  if (workload.kind === 'flat' && workload.withLinks) return undefined;
  const { default: Jsona } = requirePeer('jsona');
  const jsona = new Jsona();
  const convert = createConverter();
  const model = workload.kind === 'compound' ? article : flatArticle;
  const input = inputOf(workload);
  const stuff = Array.isArray(input) ? input.map((each) => convert(each, model)) : convert(input, model);
  const includeNames = workload.kind === 'compound' ? ['author', 'comments.author'] : undefined;
  return { run: () => JSON.stringify(jsona.serialize({ stuff, includeNames })) };
}

export const jsona: Peer = {
  name: 'jsona',
  serializer,
  reader() {
    const { default: Jsona } = requirePeer('jsona');
    const reader = new Jsona();
    return { run: (text) => reader.deserialize(JSON.parse(text)) };
  },
};
