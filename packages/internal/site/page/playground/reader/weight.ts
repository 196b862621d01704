/** A declaration must not have more parts than this number, counting the parts of a constant at each use. */
export const MAX_WEIGHT = 20_000;

/** A text counts as one part for each 16 characters. */
const TEXT_LENGTH = 16;

/**
 * Counts the parts of values, as often as they are used. A few lines of constants that use each other twice are larger than
 * memory when they are written as JSON Schema.
 */
export interface Weights {
  readonly weightOf: (value: unknown) => number;
  /** Notes the weight of a value that consists of others. Returns the weight. */
  readonly note: (value: unknown, parts: readonly unknown[]) => number;
}

/** Creates an empty counter. */
export function createWeights(): Weights {
  const known = new WeakMap<object, number>();
  const weightOf = (value: unknown): number => {
    if (typeof value === 'string') return 1 + value.length / TEXT_LENGTH;
    return (typeof value === 'object' && value !== null ? known.get(value) : undefined) ?? 1;
  };
  return {
    weightOf,
    note: (value, parts) => {
      const weight = parts.reduce<number>((sum, part) => sum + weightOf(part), 1);
      if (typeof value === 'object' && value !== null) known.set(value, Math.max(weight, weightOf(value)));
      return weight;
    },
  };
}
