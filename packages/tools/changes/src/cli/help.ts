/** The strings of `--help`, by command. */
export const help: Readonly<Record<'main' | 'check' | 'write' | 'rules', string>> = {
  main: `Find the changes of an API that break its clients.

Usage
  npx @linkage/changes <command> [options]

Commands
  write <api>            Writes the contract of an API to a file that you commit.
  check <before> <api>   Compares a contract with the present API: breaking, dangerous, and safe changes.
  rules                  Lists the rules, each with its level and reason.

Start like this
  npx @linkage/changes write server.ts
  npx @linkage/changes check api.contract.json server.ts

<before> and <api> can each be a JSON file or a URL with a description of server.describe(), or a module that exports a
server as \`server\` or by default.

Run a command with --help to see its options, or linkage-changes --version. Installed, the command is named
linkage-changes. It prints colors on a terminal only, and none if NO_COLOR is set.
`,
  check: `Compares two versions of an API.

Usage
  npx @linkage/changes check <before> <api> [options]

Options
  --accepted <file>     A JSON file with changes that the team accepts: [{ "rule", "pointer", "reason" }].
                        An entry without a change fails, too.
  --fail-on <level>     breaking (default) or dangerous.
  --level <rule>=<l>    Another level for a rule: breaking, dangerous, or safe. Can be repeated.
  --format <format>     text (default), json, markdown, or github (annotations of GitHub Actions).
  --all                 Shows safe changes as well.
  --strict              Fails with 2 if a description is from a later release than this command.

Exit status
  0  no change of the level      1  changes, or stale accepted entries      2  wrong options, or unreadable input
`,
  write: `Writes the contract of an API: its description, with sorted members. Equal APIs have equal files.

Usage
  npx @linkage/changes write <api> [options]

Options
  --out <file>          Default: api.contract.json
  --check               Writes nothing. Fails with 1 and shows the changes if the file is outdated.

Exit status
  0  written, or up to date      1  outdated (--check)      2  wrong options, or unreadable input
`,
  rules: `Lists the rules, each with its level and reason.

Usage
  npx @linkage/changes rules
`,
};
