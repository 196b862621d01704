import { isMemberName } from '@linkage/core';

/** The names that are taken in one place, such as the fields of a type. */
export interface NameTaker {
  /** Takes the first name of a chain that is legal and free. Returns undefined if there is none. */
  readonly take: (chain: readonly string[]) => string | undefined;
}

/** @param reserved Names that nothing can have. */
export function createNameTaker(reserved: readonly string[] = []): NameTaker {
  const taken = new Set(reserved);
  return {
    take(chain) {
      const name = chain.find((it) => isMemberName(it) && !taken.has(it));
      if (name !== undefined) taken.add(name);
      return name;
    },
  };
}
