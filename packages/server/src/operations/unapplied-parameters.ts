import { hasOwn } from '@linkage/core/internal';
import { aggregateParameters } from '../request/aggregate-parameters.ts';
import type { Route } from '../request/route.ts';
import type { AnySource } from '../sources/port/any-source.ts';
import type { ReadMethod } from '../sources/port/can.ts';

const aggregateNames: ReadonlySet<string> = new Set(Object.values(aggregateParameters));

/** The declared query parameters, and what sources declare about them. */
export interface ParameterRules {
  /** The parameters that the application declares, also for single types. Those of profiles are applied by the profiles. */
  readonly declared: ReadonlySet<string>;
  /** The parameters that a source declares to apply. */
  readonly ofSources: ReadonlySet<string>;
  /** The parameters that a method applies, or undefined if its source does not declare them. */
  readonly readsOf: (type: string, method: ReadMethod) => ReadonlySet<string> | undefined;
  /** The types whose collections are streamed. */
  readonly streamed: ReadonlySet<string>;
  /** The types of which requests can aggregate collections. */
  readonly aggregated: ReadonlySet<string>;
}

/**
 * Reads what sources declare about the declared query parameters.
 *
 * @throws {TypeError} If a source declares a parameter that is not declared.
 */
export function parameterRules(
  sources: ReadonlyMap<string, AnySource>,
  declared: readonly string[],
  ofProfiles: readonly string[],
  streamed: ReadonlySet<string>,
  aggregated: ReadonlySet<string>,
): ParameterRules {
  const ofSources = new Set<string>();
  for (const [type, { can }] of sources) {
    for (const name of can.parameters) {
      if (!declared.includes(name) && !ofProfiles.includes(name))
        throw new TypeError(
          `createServer: sources.${type}: \`readsParameters\` contains ${JSON.stringify(name)}, but \`parameters\` and \`typeParameters\` do not declare it.`,
        );
      ofSources.add(name);
    }
  }
  const readsOf: ParameterRules['readsOf'] = (type, method) => sources.get(type)?.can.reads[method];
  return Object.freeze({ declared: new Set(declared), ofSources, readsOf, streamed, aggregated });
}

/** Whether no source applies a declared parameter at a URL, although a source applies it at another URL. */
export function isUnapplied(
  { declared, ofSources, readsOf, streamed, aggregated }: ParameterRules,
  { query }: { readonly query: string },
  route: Route,
  name: string,
): boolean {
  const { type } = route;
  const isOfRelationship = hasOwn(route, 'relationship');
  if (aggregateNames.has(name) && aggregated.size > 0 && !declared.has(name))
    return isOfRelationship || query !== 'collection' || !aggregated.has(type.name);
  if (route.kind === 'mixed') return !route.types.every((it) => readsOf(it.name, 'list')?.has(name) === true);
  const methods: readonly ReadMethod[] = isOfRelationship
    ? ['related']
    : query === 'collection'
      ? ['list', ...(streamed.has(type.name) ? (['stream'] as const) : [])]
      : [];
  const reads = methods.map((method) => readsOf(type.name, method));
  if (reads.length > 0 && reads.every((names) => names?.has(name) === true)) return false;
  if (ofSources.has(name)) return true;
  if (!isOfRelationship || reads.includes(undefined)) return false;
  const { kind, targets } = route.relationship;
  // The `list` of a related type shows the same resources. If it can apply a parameter, this URL must not ignore it.
  return declared.has(name) && kind === 'to-many' && targets.some((target) => readsOf(target, 'list') === undefined);
}

/** Returns the declared name of a parameter in a request: `stats[*]` for `stats[sum]`. */
function declaredName({ declared, ofSources }: ParameterRules, parameter: string): string {
  if (declared.has(parameter) || ofSources.has(parameter)) return parameter;
  const bracket = parameter.indexOf('[');
  return bracket === -1 ? parameter : `${parameter.slice(0, bracket)}[*]`;
}

/**
 * Returns the names of declared parameters in a request that no source applies at its URL. Ignoring them would return
 * other resources than the client requested.
 */
export function unappliedParameters(
  rules: ParameterRules,
  operation: { readonly query: string },
  route: Route,
  parameters: URLSearchParams,
): readonly string[] {
  if (rules.declared.size + rules.ofSources.size + rules.aggregated.size === 0) return [];
  return [...new Set(parameters.keys())].filter((name) =>
    isUnapplied(rules, operation, route, declaredName(rules, name)),
  );
}
