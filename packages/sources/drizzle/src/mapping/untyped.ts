import type { UntypedMapping } from '@linkage/kysely/internal';
import type { Column, SQLWrapper, Table } from 'drizzle-orm';
import type { ValuesByProperty } from './written-values.ts';

/** The mapping of an attribute, unchecked. */
export type UntypedAttribute =
  | Column
  | {
      readonly column?: Column;
      readonly decode?: (stored: unknown) => unknown;
      readonly encode?: (value: unknown) => unknown;
      readonly expression?: (row: Table) => SQLWrapper;
    };

/** The mapping of a type, unchecked. Users without a compiler can pass anything. */
export interface UntypedDrizzleMapping {
  readonly table: Table;
  readonly id?: Column | readonly Column[];
  readonly newId?: () => string;
  readonly version?: Column;
  readonly where?: ValuesByProperty | ((row: Table) => SQLWrapper) | true;
  readonly softDelete?: ValuesByProperty;
  readonly onCreate?: ValuesByProperty;
  readonly onUpdate?: ValuesByProperty;
  readonly columns?: Readonly<Record<string, Column>>;
  readonly attributes?: Readonly<Record<string, UntypedAttribute | undefined>>;
  readonly relationships?: Readonly<Record<string, object | null | undefined>>;
  readonly constraints?: UntypedMapping['constraints'];
}
