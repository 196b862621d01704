import { type OptionKind, type OptionTable, optionTable } from '@linkage/core/internal';

/** The entry of an option in the table, by which it is read. */
export interface OptionEntry {
  /** The kind that its value must have. */
  readonly kind: OptionKind;
  /** Its value if the application does not set it. */
  readonly absent: unknown;
  /** The members that its value can have. Undefined if another function reads them. */
  readonly members: OptionTable | undefined;
}

/** Creates the entry of an option. It has the type of the option, so that the class of the entries is the type of all options. */
export function option<Value>(kind: OptionKind, absent?: Value, members?: OptionTable): Value {
  return { kind, absent, members } satisfies OptionEntry as unknown as Value;
}

export const urlMembers: OptionTable = optionTable({ collection: 'function' });
export const errorMembers: OptionTable = optionTable(
  { id: 'function', about: 'function', type: 'function', language: 'function', localize: 'function' },
  'hook',
);
export const idempotencyMembers: OptionTable = optionTable({ keys: 'object', user: 'function' }, 'member');
export const tracingMembers: OptionTable = optionTable({ startRequest: 'function' }, 'member');
