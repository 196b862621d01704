import type { Family } from './family.ts';

/** Families that take quadratic time: one in its own loops, one in a function of the platform. Counts that miss them are of no use. */
export const quadraticControls: readonly Family[] = [
  {
    name: 'control: loops',
    limit: 2000,
    input: (size) => 'x'.repeat(size),
    run(text) {
      let pairs = 0;
      for (const left of text) for (const right of text) if (left === right) pairs++;
      return pairs;
    },
  },
  {
    name: 'control: indexOf',
    limit: 2000,
    input: (size) => 'x'.repeat(size),
    run(text) {
      const seen: number[] = [];
      for (let index = 0; index < text.length; index++) if (seen.indexOf(index) === -1) seen.push(index);
      return seen;
    },
  },
];
