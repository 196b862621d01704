/** Words whose singular no rule forms. */
const irregular: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ People: 'Person', Children: 'Child', Men: 'Man', Women: 'Woman', Media: 'Medium', Criteria: 'Criterion' },
    ...{ Movies: 'Movie', Cookies: 'Cookie', Shoes: 'Shoe', Quizzes: 'Quiz' },
    ...{ News: 'News', Series: 'Series', Species: 'Species' },
  }),
);

/** The ends of plurals, and of their singulars. The first one that fits decides. */
const rules: readonly (readonly [plural: RegExp, singular: string])[] = [
  [/([^aeiou])ies$/, '$1y'],
  [/(analy|cri|diagno|hypothe|synthe)ses$/i, '$1sis'],
  [/(alias|atlas|bias|canvas|gas(?=es))(?:es)?$/i, '$1'],
  [/([^aeo]us)es$/, '$1'],
  [/((?:ss|sh|ch|x)|[^aeiou]o)es$/, '$1'],
  [/(hal|lea|shel|thie|wol)ves$/i, '$1f'],
  [/(knive|wive)s$/i, '$1'],
  [/(ind|vert)ices$/i, '$1ex'],
  [/(append|matr)ices$/i, '$1ix'],
  [/([^isu]|[eo]u)s$/, '$1'],
];

/**
 * Returns the singular of a name whose words begin with capitals: `OrderLine` for `OrderLines`. A word that no rule fits stays. The list is
 * short, because it is part of every bundle with an OpenAPI document, and `typeNames` decides otherwise.
 */
export function singular(name: string): string {
  const words = name.split(/(?=\p{Lu})/u);
  const last = words.at(-1) ?? '';
  const start = name.slice(0, name.length - last.length);
  const known = irregular.get(last);
  if (known !== undefined) return start + known;
  const [plural, end] = rules.find(([it]) => it.test(last)) ?? [];
  return plural === undefined || end === undefined ? name : start + last.replace(plural, end);
}
