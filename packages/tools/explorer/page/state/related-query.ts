import type { Parameter, Target } from './query.ts';

/** The parameters of the profile for the members of an included relationship: `relatedQuery[comments][filter][state]`. */
const family = /^relatedQuery\[([^\]]+)\]\[([^\]]+)\](.*)$/s;

/** Whether a target has parameters of the profile. */
export function hasRelatedQuery(target: string): boolean {
  return /[?&]relatedQuery(?:\[|%5B)/i.test(target);
}

/** Returns the query about the members at a path, as the URL of the members would have it: `filter[state]`. */
export function relatedQueryAt({ path, parameters }: Target, relationship: string): Target {
  const own = parameters.flatMap(([name, value]): readonly Parameter[] => {
    const [, at, base = '', rest = ''] = family.exec(name) ?? [];
    return at === relationship ? [[base + rest, value]] : [];
  });
  return { path, parameters: own };
}

/** Returns a target with another query about the members at a path. */
export function withRelatedQuery(target: Target, relationship: string, { parameters }: Target): Target {
  const others = withoutRelatedQueries(target, (at) => at === relationship).parameters;
  const own = parameters.map(([name, value]): Parameter => {
    const [base = ''] = name.split('[', 1);
    return [`relatedQuery[${relationship}][${base}]${name.slice(base.length)}`, value];
  });
  return { path: target.path, parameters: [...others, ...own] };
}

/** Returns a target without the queries about the members at some paths: a path that is not included cannot have one. */
export function withoutRelatedQueries({ path, parameters }: Target, isRemoved: (path: string) => boolean): Target {
  return { path, parameters: parameters.filter(([name]) => !isRemoved(family.exec(name)?.[1] ?? '')) };
}
