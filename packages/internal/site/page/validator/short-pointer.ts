/** The maximum length of a pointer in the list. */
const MAX_POINTER = 80;

/** Returns a pointer without its middle if it is long. */
export function shortPointer(pointer: string): string {
  if (pointer.length <= MAX_POINTER) return pointer;
  return `${pointer.slice(0, MAX_POINTER / 2)} … ${pointer.slice(-MAX_POINTER / 2)}`;
}
