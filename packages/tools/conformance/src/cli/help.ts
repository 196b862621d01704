/** The strings of `--help`, by command. */
export const help: Readonly<Record<'main' | 'conform' | 'init' | 'validate', string>> = {
  main: `Prove any JSON:API 1.1 server, and validate documents.

Usage
  npx @linkage/conformance <command> [options]

Commands
  init <base-url>       Writes a samples file from what the server shows.
  conform <base-url>    Runs the cases against the server and reports what it broke.
  validate <file>       Validates a document: a file, a URL, or - for standard input.

Start like this
  npx @linkage/conformance init http://localhost:3000/api --types articles,people --out samples.json
  npx @linkage/conformance conform http://localhost:3000/api --samples samples.json --html report.html

Run a command with --help to see its options, or linkage-conformance --version. Installed, the command is named
linkage-conformance. It prints colors on a terminal only, and none if NO_COLOR is set.
`,
  conform: `Runs every case against a server: reads, writes, errors, negotiation, and every link that it offers.

Usage
  npx @linkage/conformance conform <base-url> --samples <file> [options]

Use a server whose data may change. The tests create resources, and change and delete only those that they can prove to
be new. It sends requests only to URLs below <base-url>.

Options
  --samples <file>      The samples file; \`init\` drafts one.
  --app                 The server is the test application of docs/conformance-app.md: no samples file is needed.
  --read-only           No request that changes data. Use it first.
  --only <list>         Only these: requirements (INC-06), sections (NEG), or cases (create-location-self), with commas.
  --skip <list>         Not these.
  --baseline <file>     Known failures: only other ones count for the exit status.
  --update-baseline     Writes the failures of this run to the baseline.
  --spec <version>      1.1 (default) or 1.0: requirements of 1.1 alone are then undecided.
  --most <count>        Requests that the cases can send. Default 10000.
  --seed <number>       Another choice of types and relationships, if not all can be tried.
  --allow-origin <url>  Follows links to this URL and below it as well, with the same headers. Can be repeated.
  --destructive         Sends requests that a careless server answers by losing a collection, such as PUT of it.
  --timeout <seconds>   How long one response can take. Default 30.
  --header "<n>: <v>"   A header of every request, such as Authorization. Can be repeated.
  --fail-on <level>     Failures that count: must (default), should, or recommended.
  --min-decided <share> The share of the MUST cases, in percent, that must be decided: status 3 below it. Default 70.
  --levels <text>       Levels of the cases: published (default, the text of jsonapi.org), or linkage.
  --json                Prints the report as JSON instead of text.
  --junit <file>        Writes the report as JUnit XML, for CI.
  --html <file>         Writes the report as one HTML page.
  --summary <file>      Writes a summary as Markdown, for the page of a job in CI.
  --badge <file>        Writes one line of Markdown for a README, or if the name ends with .json, what shields.io reads.
  --quiet               No progress.

Exit status
  0  no failure that counts, and nothing stayed
  1  failures that count; with a baseline, new ones
  2  wrong options, no response, credentials are missing, or there is no JSON:API server
  3  too few cases were decided (--min-decided), or resources of the tests stayed: the report says which, and what to do
  130  ended with Ctrl+C, and nothing stayed. The run first deletes what it created; a second Ctrl+C ends it at once
`,
  init: `Drafts the samples file from what a server shows: types, relationships, include paths, sort fields, page parameters.

Usage
  npx @linkage/conformance init <base-url> [--types <list>] [options]

Without --try, it sends GET and OPTIONS requests only, to URLs below <base-url>. Look at the draft before you use it:
the attributes of \`create\` are like those of the first resource, with marks such as {unique} that make them new.

Options
  --types <list>        Types with a collection at /<type>, with commas. Default: the links of the document at the base URL.
  --openapi <file|url>  An OpenAPI document in JSON: its collections, and \`create\` from the schemas of its requests.
  --try                 Creates a resource of each type, corrects \`create\` as the errors say, and deletes the resources.
  --header "<n>: <v>"   A header of every request. Can be repeated.
  --allow-origin <url>  Follows links to this URL and below it as well. Can be repeated.
  --timeout <seconds>   How long one response can take. Default 30.
  --out <file>          Writes to a file. Default: standard output.
`,
  validate: `Validates a document by every rule of JSON:API 1.1, and shows each issue in its lines.

Usage
  npx @linkage/conformance validate <file | url | -> [options]

Options
  --as <role>           response, create, update, relationship, or update-relationship. Default: any document.
  --level <level>       must (default), or should for recommendations as well.
  --sparse              The request had \`fields\`, which may hide the way to included resources.
  --atomic              The Atomic Operations extension is applied.
  --cursor              The Cursor Pagination profile is applied.
  --header "<n>: <v>"   A header of the request, for a URL. Can be repeated.
  --max <count>         How many issues are shown at most. Default 20.
  --json                Prints the issues as JSON, each with its line and column.

Exit status
  0  no issue of the level must      1  issues      2  no JSON, or wrong options
`,
};
