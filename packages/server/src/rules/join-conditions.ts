import type { SourceCondition } from '../sources/data-source.ts';

/** A condition on visible resources, or whether it always matches. */
export type Restricted = SourceCondition | boolean;

/** Joins conditions: true matches always, and false never. */
export function join(kind: 'and' | 'or', conditions: readonly Restricted[]): Restricted {
  const isDecided = kind === 'or';
  if (conditions.includes(isDecided)) return isDecided;
  const open = conditions.filter((it) => typeof it !== 'boolean');
  const [first, ...others] = open;
  if (first === undefined) return !isDecided;
  if (others.length === 0) return first;
  return kind === 'and' ? { and: open } : { or: open };
}

/** Returns the opposite of a condition. */
export function negated(condition: Restricted): Restricted {
  return typeof condition === 'boolean' ? !condition : { not: condition };
}
