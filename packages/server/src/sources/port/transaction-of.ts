/** The calls that the method `transaction` of a source passes on. */
type CallsIn<Source> = Source extends {
  readonly transaction: (run: (call: infer Call) => Promise<unknown>, ...others: never) => unknown;
}
  ? Call
  : unknown;

/** The transactions of one source. A source without transactions adds none to those of others. */
type OwnTransaction<Source> =
  CallsIn<Source> extends { readonly transaction: infer Transaction }
    ? Transaction
    : 'transaction' extends keyof Source
      ? unknown
      : never;

type TransactionIn<Sources, Type> = Type extends keyof Sources ? OwnTransaction<Sources[Type]> : never;

/**
 * The type of `call.transaction` in the transactions of sources, by the names of their types: what their methods `transaction` pass on.
 * Unknown if they do not declare it.
 */
export type TransactionOf<Sources, Type> = [TransactionIn<Sources, Type>] extends [never]
  ? unknown
  : TransactionIn<Sources, Type>;
