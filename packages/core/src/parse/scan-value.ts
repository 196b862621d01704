import type { Extent } from './scan-text.ts';

/** What a value has too much of: nesting, or members and elements. It holds no circle. */
export function excessOfValue(value: unknown, most: Extent): keyof Extent | undefined {
  let members = 0;
  const waiting: { readonly container: object; readonly depth: number }[] = [];
  const enter = (part: unknown, depth: number): void => {
    if (typeof part === 'object' && part !== null) waiting.push({ container: part, depth });
  };
  enter(value, 1);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { container, depth } = next;
    if (depth > most.depth) return 'depth';
    const parts: readonly unknown[] = Array.isArray(container) ? container : Object.values(container);
    members += parts.length;
    if (members > most.members) return 'members';
    for (const part of parts) enter(part, depth + 1);
  }
  return undefined;
}
