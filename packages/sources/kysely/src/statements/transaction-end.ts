import type { Kysely, KyselyPlugin } from 'kysely';

/**
 * Rejects the statements of a transaction after its end. Kysely accepts them until the rollback is complete: the connection would run them
 * after the rollback, outside of any transaction, so they would stay.
 */
export class TransactionEnd implements KyselyPlugin {
  #hasEnded = false;

  readonly end = (): void => {
    this.#hasEnded = true;
  };

  readonly assertOpen = (): void => {
    if (this.#hasEnded) throw new Error('The transaction of this statement has ended.');
  };

  readonly transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => {
    this.assertOpen();
    return node;
  };

  readonly transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result;
}

/** Checks that the transaction of an executor has not ended. Plugins do not see statements that are compiled already. */
export function assertOpen(executor: Pick<Kysely<never>, 'getExecutor'>): void {
  for (const plugin of executor.getExecutor().plugins) if (plugin instanceof TransactionEnd) plugin.assertOpen();
}
