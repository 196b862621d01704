import type { TypeFacts } from '../../facts/type-facts.ts';
import { resourceUrl } from '../../facts/urls.ts';
import { identityOf, listOf } from '../../json.ts';
import { undecided } from '../../run/verdict.ts';
import type { Answer } from '../../target/exchange.ts';

/** The include paths of the samples; undecided without any. */
export function pathsOf({ sample, name }: TypeFacts): readonly string[] {
  const { include = [] } = sample;
  return include.length === 0 ? undecided(`The samples name no include path of "${name}".`) : include;
}

/** Returns an include path with two steps. */
export function longest(it: TypeFacts): string {
  const [path = ''] = pathsOf(it).filter((each) => each.includes('.'));
  return path === '' ? undecided(`The samples name no include path of "${it.name}" with two steps.`) : path;
}

/** Returns the identities of the included resources. */
export const includedOf = ({ document }: Answer): readonly string[] => listOf(document?.included).map(identityOf);

/** The URLs that `include` is tried at. */
export const shapes: readonly (readonly [name: string, what: string, urlOf: (it: TypeFacts) => string])[] = [
  ['collection', 'a collection', (it) => it.collection],
  ['resource', 'a resource', (it) => resourceUrl(it, it.resource)],
];
