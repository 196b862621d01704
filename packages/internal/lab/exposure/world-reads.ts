import { pick } from '../../../server/test/access-world.ts';
import { hostileQueries } from '../../bench/src/hostile/queries.ts';
import type { TypeName } from './world-api.ts';
import { relationshipsOf } from './world-data.ts';
import { anyId, mutable, type Scene, types } from './world-operations.ts';

/** The size of a hostile query: enough for several of its pieces. */
const HOSTILE_SIZE = 120;

/** Returns a query that the type supports, or a hostile one. */
function queryOf({ random }: Scene, type: TypeName): string {
  if (random() < 0.1) return pick(random, hostileQueries).input(HOSTILE_SIZE).toWellFormed();
  const relationships = relationshipsOf(type);
  const names = Object.keys(relationships);
  const name = names.length === 0 ? undefined : pick(random, names);
  const fields = type === 'people' ? pick(random, ['card', 'name,card', 'salary,card', 'boss,card']) : mutable[type];
  const asked = name === undefined ? '' : mutable[relationships[name] as TypeName];
  const ofMembers = [
    `[sort]=-${asked}`,
    '[filter][hidden]=1',
    `[filter][${asked}][ge]=b`,
    '[page][size]=1',
    '[page][size]=2',
    ...(name !== undefined && relationships[name] === 'articles'
      ? ['[sort]=author.name', '[sort]=-open', '[filter][author.name]=Ada', '[filter][tags.word]=v']
      : []),
  ];
  const relatedQuery = (): string =>
    `relatedQuery[${name}]${pick(random, ofMembers)}&relatedQuery[${name}]${pick(random, ofMembers)}`;
  const further = name === undefined ? [] : Object.keys(relationshipsOf(relationships[name] as TypeName));
  return pick(random, [
    '',
    `fields[${type}]=${fields}`,
    ...(name === undefined
      ? []
      : [`include=${name}`, `filter[${name}]=${anyId(random)}`, `include=${name}&${relatedQuery()}`]),
    ...(further.length === 0
      ? []
      : [`include=${name}.${pick(random, further)}`, `include=${name}.${pick(random, further)}&${relatedQuery()}`]),
    `sort=${mutable[type]}`,
    `page[size]=2&page[number]=${pick(random, [1, 2])}`,
    ...(type === 'articles'
      ? [
          'sort=author.name',
          'sort=-author.name',
          'sort=open',
          'sort=-open',
          'filter[author.name]=Ada',
          'filter[tags.word]=v',
          'filter[open]=1',
        ]
      : []),
  ]);
}

/** Returns the URL of a page of several types. */
function mixedOf({ random }: Scene): string {
  const [path, field, value] = pick(random, [
    ['named', 'name', 'Ada'],
    ['marked', 'hidden', '1'],
  ] as const);
  return `/${path}?page[size]=${pick(random, [1, 2, 3])}${pick(random, [
    '',
    `&sort=${pick(random, ['', '-'])}${field}`,
    `&filter[${field}][ge]=${value}`,
    '&page[total]=true',
    '&fields[people]=card',
    `&include=${path === 'named' ? 'boss,articles' : 'article,articles,boss'}`,
  ])}`;
}

/** Returns a request that reads. */
export function readOf(scene: Scene): { readonly method: string; readonly url: string } {
  const { random } = scene;
  if (random() < 0.15) return { method: 'GET', url: mixedOf(scene) };
  const type = pick(random, types);
  const names = Object.keys(relationshipsOf(type));
  const kind = pick(random, ['list', 'one', 'related', 'linkage'] as const);
  if (kind === 'list' || names.length === 0) return { method: 'GET', url: `/${type}?${queryOf(scene, type)}` };
  const url = `/${type}/${anyId(random)}`;
  if (kind === 'one') {
    const include = random() < 0.5 ? '' : `?include=${pick(random, names)}`;
    return { method: 'GET', url: `${url}${include}` };
  }
  return { method: 'GET', url: `${url}/${kind === 'linkage' ? 'relationships/' : ''}${pick(random, names)}` };
}
