import { parseSync } from 'oxc-parser';
import { declarators, effectsOf, isInert } from './module-top.ts';

/**
 * Marks every value at the top of a module as pure, so that a bundler drops those that nothing uses. A function around the
 * value bears the mark: it covers all calls within, and what bundlers do not mark, such as reads of members and spreads.
 *
 * @throws {Error} If the module has effects, which no mark can describe.
 */
export function markPure(file: string, code: string): string {
  const { program, errors } = parseSync(file, code, { preserveParens: false });
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const effects = effectsOf(program).map(({ start, reason }) => `${file}:${lineOf(code, start)}: ${reason}`);
  if (effects.length > 0) throw new Error(effects.join('\n'));
  let marked = '';
  let end = 0;
  for (const { init } of declarators(program)) {
    if (init === null || isInert(init)) continue;
    marked += `${code.slice(end, init.start)}/* @__PURE__ */ (() => (${code.slice(init.start, init.end)}))()`;
    end = init.end;
  }
  return marked + code.slice(end);
}

/** Returns the number of the line that an offset is in. */
export function lineOf(code: string, offset: number): number {
  return code.slice(0, offset).split('\n').length;
}
