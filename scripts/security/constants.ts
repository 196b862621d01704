/** The constants of the packages that bound something. */
import { readFileSync } from 'node:fs';
import { packageFiles, packagePath } from '../workspace.ts';

/** Names of bounds, such as `MAX_ID_LENGTH`, `REQUEST_TIME`, and `TIMEOUT_IN_MS`. */
const bound =
  /^(?:(?:MAX|LARGEST|HIGHEST|LEAST)_\w+|\w*(?:LIMIT|TIME|TIMEOUT\w*|SIZE|LENGTH|LEVELS|DEPTH|BYTES|RUNS|WAIT|ATTEMPTS|HOURS|ROOM|PASSES))$/;

/** Packages that are not published. */
const isPrivate = (file: string): boolean => /^(?:atlas|bench|site)\//.test(file);

/** Returns the product of whole numbers, such as `64 * 1024`, or undefined for other expressions. */
function productOf(expression: string): number | undefined {
  const factors = expression.split('*').map((it) => it.trim().replaceAll('_', ''));
  return factors.every((it) => /^\d+$/.test(it)) ? factors.reduce((product, it) => product * Number(it), 1) : undefined;
}

/** Returns the value of each constant with the name of a bound, by its file and name: undefined if it is not a product. */
export function boundConstants(): ReadonlyMap<string, number | undefined> {
  const found = new Map<string, number | undefined>();
  const files = packageFiles('src/**/*.ts').filter((it) => !isPrivate(it) && !/\.test(?:-d)?\.ts$/.test(it));
  for (const file of files.toSorted()) {
    const text = readFileSync(packagePath(file), 'utf8');
    for (const [, name = '', expression = ''] of text.matchAll(
      /\bconst ([A-Z][A-Z\d_]*)(?:: number)? = (\(?\d[^;]*);/g,
    )) {
      if (bound.test(name)) found.set(`${file} ${name}`, productOf(expression));
    }
  }
  return found;
}
