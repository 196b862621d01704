import type { AggregateFields } from '../sources/source-query.ts';

/** A part of what a request aggregates. */
export type AggregatePart = keyof AggregateFields;

/** The query parameter of each part. Names of applications contain a capital letter, because the specification reserves all others. */
export const aggregateParameters: Readonly<Record<AggregatePart, string>> = Object.freeze({
  groupBy: 'groupBy',
  sum: 'sumOf',
  min: 'minOf',
  max: 'maxOf',
});

/** Whether a request contains one of the parameters. */
export function asksAggregates(parameters: Readonly<Record<string, unknown>>): boolean {
  return Object.values(aggregateParameters).some((name) => parameters[name] !== undefined);
}
