import type { ExplorerExample } from '@linkage/explorer';
import type { DraftModel, DraftType } from '../model/model.ts';

const MAX_EXAMPLES = 6;

function exampleOf({ name, relationships, attributes }: DraftType): ExplorerExample {
  const toOne = relationships.find(({ kind }) => kind === 'to-one');
  const sorted = attributes.find(({ sort }) => sort);
  const parameters = [
    ...(toOne === undefined ? [] : [`include=${encodeURIComponent(toOne.name)}`]),
    ...(sorted === undefined ? [] : [`sort=${encodeURIComponent(sorted.name)}`]),
    'page[size]=5',
  ];
  const title = toOne === undefined ? name : `${name} with ${toOne.name}`;
  return { title, target: `/${encodeURIComponent(name)}?${parameters.join('&')}` };
}

/** Returns requests worth trying: for the types with the most relationships. */
export function examplesOf({ types }: DraftModel): readonly ExplorerExample[] {
  const most = [...types].sort((one, other) => other.relationships.length - one.relationships.length);
  return most.slice(0, MAX_EXAMPLES).map(exampleOf);
}
