import type { WriteAction } from '@linkage/core/internal';

/** The actions that write. */
export type Action = WriteAction;

/** The facts in which actions differ. */
interface ActionFacts {
  /** The member with which hooks receive what is written, and can replace it. */
  readonly input: 'input' | 'change' | undefined;
  /** Whether the resource exists before the write. */
  readonly hasRecord: boolean;
}

/** The table of actions. All lists of actions follow from it, and other tables have an entry for each `Action`: what forgets a new one does not compile. */
export const actions: { readonly [Name in Action]: ActionFacts } = Object.freeze({
  create: { input: 'input', hasRecord: false },
  update: { input: 'input', hasRecord: true },
  delete: { input: undefined, hasRecord: true },
  updateRelationship: { input: 'change', hasRecord: true },
});

export const actionNames: readonly Action[] = Object.keys(actions) as Action[];
