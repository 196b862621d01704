/** How often a property is tried: as often as usual, or as the environment variable `PROPERTY_RUNS` says. */
export function runs(usual: number): { readonly numRuns: number } {
  return { numRuns: Number(process.env['PROPERTY_RUNS'] ?? usual) };
}
