/** How a defect ended. A test that does not end would stop `npm test`, but does not show the defect. */
export type Outcome = 'caught' | 'missed' | 'hangs' | 'left';

/** The numbers of defects. `left` were not tried, because the time was over. */
export type Counts = Record<Outcome, number>;

/** Returns why a run fails, or undefined if it does not. */
export function failureOf({ caught, missed, hangs, left }: Counts): string | undefined {
  if (caught + missed + hangs + left === 0) return 'no defect has this text in its name or file, so nothing was tried.';
  if (caught + missed + hangs === 0) return 'the time was over before the first defect, so nothing was tried.';
  if (missed > 0) return `${missed} defects were not caught.`;
  return hangs > 0 ? `the tests of ${hangs} defects did not end.` : undefined;
}
