import type { Api, TypeName } from '@linkage/core';
import type { WriteAction } from '@linkage/core/internal';
import type { Accepted, Awaitable, DataSource, ReadsContext, SourceCall } from '@linkage/server';
import type { Transaction } from 'kysely';
import type { KnownDatabase } from '../mapping/row-expression.ts';
import type { AnyDatabase } from '../mapping/table.ts';

type OnlySome =
  | 'version'
  | 'versioned'
  | 'comparesVersion'
  | 'createAll'
  | 'updateAll'
  | 'returnsWritten'
  | 'atomicWrites'
  | 'checksLinks';

/** A write that never continues in the background. */
type WithoutAccepted<Method> = Method extends (...given: infer Given) => infer Result
  ? (...given: Given) => Awaitable<Exclude<Awaited<Result>, Accepted>>
  : never;

/** The types of a source: its context, and `call.transaction`, which is the transaction of Kysely. */
interface KyselyStatements<Context, Database> {
  readonly readsContext?: ReadsContext<Context> | undefined;
  transaction<Result, Call extends SourceCall<Context>>(
    run: (call: Call & { readonly transaction: Transaction<KnownDatabase<Database>> }) => Promise<Result>,
    call: Call,
  ): Promise<Result>;
}

/**
 * The source of one type, with every method for reads and writes. Without the option `context`, it fits servers with any context.
 * `Database` is the interface of the Kysely database.
 */
export type KyselySource<A extends Api, Type extends TypeName<A>, Context = unknown, Database = unknown> = Required<
  Omit<
    DataSource<A, Type, Context>,
    WriteAction | OnlySome | 'job' | 'loadsIncludes' | 'afterCommit' | 'transaction' | 'readsContext'
  >
> & { readonly [Name in WriteAction]: WithoutAccepted<Required<DataSource<A, Type, Context>>[Name]> } & Pick<
    DataSource<A, Type, Context>,
    OnlySome
  > &
  KyselyStatements<Context, Database>;

/** Sources over SQL tables, by resource type. An editor prints the names of the types instead of a source for each. */
export type KyselySources<A extends Api, Names extends TypeName<A>, Context = unknown, Database = AnyDatabase> = {
  readonly [Name in Names]: KyselySource<A, Name, Context, Database>;
};
