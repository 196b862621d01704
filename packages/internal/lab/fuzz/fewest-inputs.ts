/**
 * Returns few of some inputs, in their order, with which a problem still occurs: leaves out halves, quarters, and so on, until each
 * input is needed or the time is over.
 */
export async function fewestInputs(
  inputs: readonly unknown[],
  fails: (inputs: readonly unknown[]) => Promise<boolean>,
  milliseconds: number,
): Promise<readonly unknown[]> {
  const deadline = performance.now() + milliseconds;
  let kept = inputs;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let start = 0; start < kept.length && kept.length > 1 && performance.now() < deadline; ) {
      const fewer = [...kept.slice(0, start), ...kept.slice(start + size)];
      if (fewer.length > 0 && (await fails(fewer))) kept = fewer;
      else start += size;
    }
  }
  return kept;
}
