const database = `<database>: postgres://…, mysql://…, mariadb://…, a file of SQLite such as ./app.db, or pglite:./folder.
            Default: the variable DATABASE_URL, which keeps the password out of the list of processes.`;

const choice = `  --schema <a,b>          The schemas. Default: the first schema of the search path.
  --table <pattern>       Only these tables, such as 'sales.*'. Can be repeated.
  --except <pattern>      All tables but these. Can be repeated.`;

const shape = `  --type <pattern>        Join tables that become types, and not relationships whose memberships have data. Can be repeated.
  --show <table.column>   Shows a column, or a table, that is hidden as a secret, or a function of a row. Can be repeated.
  --key <view=a,b>        The id of a view, or of a table without a key. Can be repeated.
  --function <name>       Not SQLite: serves a function as an action, or as a filter of a collection. \`film.close_year\` names the table
                          whose type has its URL. Can be repeated.
  --names <style>         short (default), stable (a new foreign key renames nothing), or database (unchanged names).
  --strip <prefix>        A prefix of tables that the names of types omit, such as wp_.
  --filter <columns>      What can be filtered and sorted: indexed (default), all, or none.
  --guess                 Makes relationships of columns such as film_id that have no foreign key.
  --numbers               Decimal numbers are numbers of JSON, which round more than 15 digits, and not strings.`;

const roles =
  '  --roles <a,b>           PostgreSQL: the roles that requests will have. Their rights decide what the API contains.';

const exits =
  '  0  done, or no difference      1  differences      2  wrong options, no connection, or nothing to serve';

/** The strings of `--help`, by command. */
export const help: Readonly<Record<'main' | 'serve' | 'draft' | 'check', string>> = {
  main: `Makes a JSON:API from an existing database.

Usage
  npx @linkage/sql <command> [options]

Commands
  serve <database>               Serves the API and a page to explore it, for this machine only, read-only.
  draft <database> --out <dir>   Writes the API as TypeScript that you own.
  check <sources.ts> <database>  Compares the API with the database, for CI.

${database}

Installed, the command is named linkage-sql. PostgreSQL needs the package pg, and MySQL and MariaDB need mysql2:
  npx -p @linkage/sql -p pg linkage-sql serve postgres://app@localhost/shop

Run a command with --help to see its options, or linkage-sql --version. It prints colors on a terminal only, and none if
NO_COLOR is set.
`,
  serve: `Serves the API of a database and a page to explore it, on 127.0.0.1. Nothing is written.

Usage
  npx @linkage/sql serve <database> [options]

${database}

Options
${choice}
${shape}
  --allow-writes          Also serves POST, PATCH, and DELETE.
  --errors <code=status>  Errors that functions and triggers raise with these SQLSTATEs, such as P0001=422,PT402=402, have this
                          status, and show the text and the hint of the database.
  --role <name>           PostgreSQL: sets this role for each connection, for row-level security.
  --roles <a,b>           PostgreSQL: each request has one of these roles, by default the first one. The fields Linkage-Role and
                          Linkage-Claims (JSON) of the request name another one, and what policies read in request.jwt.claims.
  --port <port>           Default: 4700, or a free port.
  --no-open               Does not open the page in the browser.
  --no-token              Serves every program and every user of this machine.
  --watch                 Follows changes of the schema: reads it every 2 seconds, and at \`notify linkage\` of PostgreSQL. Without it,
                          the schema is read again when a request finds a table or a column missing.
  --indexes               Prints the statements that create missing indexes.
  --json                  Prints one report in JSON to the standard output.
  --verbose               Prints all decisions. --quiet prints only the URL.

Exit status
${exits}
`,
  draft: `Writes the API of a database as TypeScript: api.ts and sources.ts. Files that exist are never changed: the command then prints
what is new in the database, with the lines to add.

Usage
  npx @linkage/sql draft <database> --out <dir> [options]
  npx @linkage/sql draft [<database>] --for drizzle --schema <file> --out <dir> [options]
  npx @linkage/sql draft <database> --for prisma --schema <file> --out <dir> [options]

${database}

Options
  --out <dir>             The folder of the files.
  --for <library>         kysely (default), or drizzle: sources over the tables that the module of --schema exports. Without a
                          database, the tables, keys, and indexes are those of the module. With prisma, sources over the models of
                          the client that the module of --schema exports.
${choice}
${shape}
${roles}
  --indexes               Prints the statements that create missing indexes.
  --foreign-keys          Prints the statements that create the foreign keys that columns such as film_id lack.
  --patch <file>          If the files exist, writes what is new in the database as a patch of them, for \`git apply\`.
  --sample                Reads the values of columns such as subject_type, to make relationships with several types of them.
  --json                  Prints one report in JSON to the standard output.
  --verbose               Prints all decisions. --quiet prints nothing.

Exit status
${exits}
`,
  check: `Compares the API of sources.ts, which exports \`api\` and \`mapping\`, with a database.

Usage
  npx @linkage/sql check <sources.ts> <database> [options]

${database}

Options
${choice}
${roles}
  --show <table.column>   A column, or a table, that the API shows although its name or values say that it is secret. Can be repeated.
  --indexes               Prints the statements that create missing indexes. The exit status does not depend on them.
  --foreign-keys          Prints the statements that create the foreign keys that columns such as film_id lack.
  --format <format>       text (default), json, or github (annotations of GitHub Actions).
  --fail-on <level>       error (default), warning, or info.

Node 22.18 or later imports TypeScript modules, in a package with "type": "module".

Exit status
${exits}
`,
};
