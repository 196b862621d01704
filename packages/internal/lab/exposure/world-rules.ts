import { pick, type Random } from '../../../server/test/access-world.ts';
import type { TypeName } from './world-api.ts';

/** The resources of a type that a rule lets the user see. */
export type AccessFilter =
  | boolean
  | readonly { readonly field: string; readonly values: readonly (string | number)[] }[];

/** The rules of one world, as data, so that a reproduction can print them. */
export interface WorldRules {
  readonly read: Readonly<Record<TypeName, AccessFilter>>;
  /** Of which people the user reads `salary`. */
  readonly salary: AccessFilter;
  /** Fields that the user cannot read at all. */
  readonly except: Readonly<Partial<Record<TypeName, readonly string[]>>>;
  /** The resources that the user can link without reading them. */
  readonly link: Readonly<Partial<Record<TypeName, AccessFilter>>>;
  /** The types whose links the user cannot change. */
  readonly rejects: readonly TypeName[];
}

const shown: AccessFilter = [{ field: 'hidden', values: [0] }];

/** Fields that are hidden together: a user who reads one side of a relationship reads its links. */
const hiddenFields: readonly WorldRules['except'][] = [
  { articles: ['author'], people: ['articles'] },
  { articles: ['tags'], tags: ['articles'] },
  { articles: ['tags.rank'], tags: ['articles.rank'] },
  { articles: ['comments'], comments: ['article'] },
  { articles: ['team'] },
  { articles: ['open'] },
  { people: ['boss'] },
  // A computed attribute is a field of its own: see docs/guide/access.md.
  { people: ['salary', 'card'] },
];

/** Returns random rules. */
export function rulesOf(random: Random): WorldRules {
  const people = pick<AccessFilter>(random, [true, shown, shown, [{ field: 'team', values: ['a'] }], false]);
  const chance = (share: number): boolean => random() < share;
  const linksPeople = chance(0.5);
  return {
    read: {
      teams: pick<AccessFilter>(random, [true, true, [{ field: 'open', values: [1] }]]),
      people,
      // Types that share a table must have the same rules: see docs/guide/access-reference.md.
      accounts: people,
      articles: pick<AccessFilter>(random, [
        true,
        true,
        [{ field: 'open', values: [1] }],
        [{ field: 'state', values: ['public'] }],
        [{ field: 'team.open', values: [1] }],
        [{ field: 'author.hidden', values: [0] }],
      ]),
      comments: pick<AccessFilter>(random, [true, shown, shown, [{ field: 'article.state', values: ['public'] }]]),
      tags: pick<AccessFilter>(random, [true, shown, shown, false]),
    },
    salary: pick<AccessFilter>(random, [
      true,
      false,
      [{ field: 'team', values: [] }],
      [{ field: 'team', values: ['a'] }],
      [{ field: 'team', values: ['a'] }],
    ]),
    except: chance(0.25) ? pick(random, hiddenFields) : {},
    link: {
      ...(linksPeople ? { people: pick<AccessFilter>(random, [true, [{ field: 'team', values: ['a', 'b'] }]]) } : {}),
      ...(chance(0.4) ? { tags: true } : {}),
      ...(chance(0.2) ? { articles: true } : {}),
    },
    rejects: [
      ...(chance(linksPeople ? 0.5 : 0.2) ? (['people'] as const) : []),
      ...(chance(0.35) ? (['tags', 'comments'] as const) : []),
    ],
  };
}

/** The context of a request: its rules, or those of somebody who reads and writes everything. */
export interface User {
  readonly user: string;
  readonly rules: WorldRules | undefined;
}

type Subject = { readonly input?: unknown };

/** Returns the option `access` of the server: every rule reads what the context says. */
export function accessOf(names: readonly TypeName[]): Readonly<Record<string, object>> {
  const all = (): boolean => true;
  const rulesFor = (type: TypeName): object => ({
    read: ({ rules }: User): AccessFilter => rules?.read[type] ?? true,
    create: all,
    update: all,
    delete: all,
    act: all,
    updateRelationship: ({ rules }: User, _: Subject): boolean => rules?.rejects.includes(type) !== true,
    link: ({ rules }: User): AccessFilter => rules?.link[type] ?? false,
    fields({ rules }: User) {
      const except = rules?.except[type] ?? [];
      const where = type === 'people' && rules !== undefined && !except.includes('salary') && rules.salary !== true;
      if (where) return { except, where: { salary: rules.salary } };
      return except.length === 0 ? true : { except };
    },
  });
  return Object.fromEntries(names.map((name) => [name, rulesFor(name)]));
}
