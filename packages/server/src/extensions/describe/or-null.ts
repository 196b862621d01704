/** Returns a limit, or null for no limit: JSON cannot represent infinity. */
export function orNull(limit: number): number | null {
  return Number.isFinite(limit) ? limit : null;
}
