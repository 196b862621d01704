import type { Reach } from '../test-runs/reach.ts';
import type { TestStages } from './find-tests.ts';

/** The tests that a mutant is tried with. */
export interface Choice {
  /** Those beside its file. */
  readonly beside: readonly string[];
  /** All, in the order in which they run. */
  readonly tests: readonly string[];
}

/**
 * Returns the tests beside the file of a mutant, then those that run its place, the quickest first. Code at the top level
 * of a module runs when it is loaded, so every test that loads it may notice.
 *
 * @param longest Leaves out tests that take more milliseconds, unless they are beside the file: the first test of a run
 * seems slow, because it loads all modules.
 */
export function chooseTests(
  stages: TestStages,
  reach: Reach,
  place: string | undefined,
  longest: number = Number.POSITIVE_INFINITY,
): Choice {
  const near = [...stages.beside, ...stages.folder];
  const loading = [...near, ...stages.package, ...stages.others];
  const reaching = place === undefined ? loading : (reach.testsByPlace.get(place) ?? []);
  // Test files share their modules: code that runs once for all of them is counted for the first alone.
  const chosen = reaching.length < 2 ? [...near, ...reaching] : reaching;
  const timeOf = (test: string): number => reach.milliseconds.get(test) ?? 0;
  const others = chosen.filter((it) => !stages.beside.includes(it) && timeOf(it) <= longest);
  const sorted = others.sort((left, right) => timeOf(left) - timeOf(right));
  return { beside: stages.beside, tests: [...new Set([...stages.beside, ...sorted])] };
}
