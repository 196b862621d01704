import type { Address } from './address.ts';

const MAX_HISTORY = 50;

/** A request of this visit. */
export interface Visit {
  readonly address: Address;
  /** Absent if the server could not be reached. */
  readonly status: number | undefined;
}

/** Returns the history with a request at its beginning. */
export function withVisit(history: readonly Visit[], address: Address, status?: number): readonly Visit[] {
  return [{ address, status }, ...history].slice(0, MAX_HISTORY);
}
