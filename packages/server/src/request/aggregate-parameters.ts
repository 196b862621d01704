import type { AggregateFields } from '../sources/gateway/source-query.ts';

/** A part of what a request aggregates. */
export type AggregatePart = keyof AggregateFields;

/** The query parameter of each part. Names of applications contain a capital letter, because the specification reserves all others. */
export const aggregateParameters: Readonly<Record<AggregatePart, string>> = Object.freeze({
  groupBy: 'groupBy',
  sum: 'sumOf',
  min: 'minOf',
  max: 'maxOf',
});

/**
 * Returns the parameters that an error about aggregates can concern: those of the request that contain names, or all of the request if
 * none does.
 */
export function aggregateParametersIn(parameters: Readonly<Record<string, unknown>>): readonly string[] {
  const asked = Object.values(aggregateParameters).filter((name) => parameters[name] !== undefined);
  const named = asked.filter((name) => parameters[name] !== '');
  return named.length === 0 ? asked : named;
}

/** Whether a request contains one of the parameters. */
export function asksAggregates(parameters: Readonly<Record<string, unknown>>): boolean {
  return aggregateParametersIn(parameters).length > 0;
}
