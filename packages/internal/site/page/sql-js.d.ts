/** The part of SQL.js that the playground uses. */
declare module 'sql.js' {
  interface Statement {
    bind(values: readonly unknown[]): boolean;
    step(): boolean;
    get(): unknown[];
    getColumnNames(): string[];
    reset(): void;
    free(): boolean;
  }
  interface Database {
    run(sql: string, values?: readonly unknown[]): Database;
    prepare(sql: string): Statement;
    getRowsModified(): number;
    close(): void;
  }
  interface SqlJs {
    readonly Database: new () => Database;
  }
  const start: (options?: { readonly wasmBinary?: Uint8Array }) => Promise<SqlJs>;

  export type { Database, SqlJs, Statement };
  // biome-ignore lint/style/noDefaultExport: the package has a default export.
  export default start;
}
